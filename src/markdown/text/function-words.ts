/** English words that hold a sentence together without saying what it is about, in lower case. */
export const functionWords: ReadonlySet<string> = new Set(
  (
    "a about an and any are as at be been but by can could did do does for from had has have how i if in into is it " +
    "its may me might my of on onto or our please should so some than that the their them then there these they " +
    "this those to up us was we were what when where which who why will with would you your"
  ).split(" "),
);

/** A part of a text: from `start` up to and without `end`, in UTF-16 units. */
export interface Range {
  start: number;
  end: number;
}

import { z } from "zod";
import { Timestamp } from "./paging.ts";

const Price = z.looseObject({
  monthly: z.number().describe("US dollars a month, paid by the month"),
  yearly: z.number().describe("US dollars a month, paid by the year"),
});

const Pricing = z.looseObject({
  members: z
    .looseObject({
      plus_2024: Price.describe("On the plan `plus_2024`"),
      pro_2024: Price.describe("On the plan `pro_2024`"),
    })
    .describe("Price of one member"),
  sites: z
    .looseObject({
      premium: Price.describe("Of the type `premium`"),
      ultimate: Price.describe("Of the type `ultimate`"),
    })
    .describe("Price of one site"),
});

const UsageAddon = z.looseObject({ enabled: z.boolean().describe("Whether it is on, and billed by use") });

/** What an organization pays for. */
export const Billing = z.looseObject({
  interval: z.enum(["monthly", "yearly"]).describe("How often it pays"),
  endDate: Timestamp.nullable().describe("End of the period paid for; null where there is none"),
  hasPaymentFailed: z.boolean().describe("The last payment could not be collected"),
  isScheduledToCancel: z.boolean().describe("The subscription ends with the period paid for"),
  pricing: Pricing.describe("What its members and sites cost"),
  usageAddons: z.record(z.string(), UsageAddon).describe("Extras billed by use, by name"),
  minUsers: z.number().optional().describe("Fewest members it can be billed for"),
  maxUsers: z.number().optional().describe("Most members it can have"),
  paidMembers: z.number().optional().describe("How many members the subscription covers"),
});
export type Billing = z.infer<typeof Billing>;

const Plan = z.enum([
  "free_2024",
  "plus_2024",
  "pro_2024",
  "enterprise_2024",
  "community_2024",
  "free",
  "plus",
  "pro",
  "internal",
]);

const Trial = z.looseObject({
  status: z
    .enum(["notapplicable", "none", "active", "ended", "expired"])
    .describe("`none` can still be started; `expired` awaits the organization's decision"),
  count: z.int().describe("How many trials it has used"),
  endDate: Timestamp.optional().describe("When the newest trial ends or ended"),
  decision: z.enum(["downgrade"]).optional().describe("What was decided at the trial's end"),
});

const BillingMigration = z.looseObject({
  deadline: Timestamp.optional().describe("When it is moved to the new prices at the latest"),
  discountPercent: z.number().optional().describe("Discount for moving early"),
  discountEndDate: Timestamp.optional().describe("When the discount ends"),
});

/** What an organization says about its subscription. */
export const subscription = {
  plan: Plan.describe("Product the organization uses"),
  billing: Billing.optional().describe("Only for those who may see it"),
  trial: Trial.describe("Where its free trial stands"),
  internal_billingMigration: BillingMigration.optional().describe("Only while it moves to new prices"),
};

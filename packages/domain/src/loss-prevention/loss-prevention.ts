/** What is scored: the people at tills, and the tills. */
export const LOSS_ENTITY_KINDS = ['staff', 'terminal'] as const;
export type LossEntityKind = (typeof LOSS_ENTITY_KINDS)[number];

/** A score at or above it is anomalous. A terminal needs two reasons; see `MOST_EVIDENCE_OF_ONE`. */
export const LOSS_THRESHOLDS: Readonly<Record<LossEntityKind, number>> = { staff: 560, terminal: 760 };
export const MAX_LOSS_SCORE = 999;

export const LOSS_REASONS = [
  'cashRefunds',
  'missedDiscounts',
  'employeeDiscountCards',
  'returns',
  'returnsWithoutReceipt',
  'manualDiscounts',
  'voids',
] as const;
export type LossReason = (typeof LOSS_REASONS)[number];

/** Cases of a month below which a reason says nothing about one person or terminal. */
export const LOSS_MINIMUM: Readonly<Record<LossReason, number>> = {
  cashRefunds: 4,
  missedDiscounts: 8,
  employeeDiscountCards: 4,
  returns: 20,
  returnsWithoutReceipt: 4,
  manualDiscounts: 20,
  voids: 20,
};

/** What was found out about a person or terminal. `open` takes an earlier disposition back. */
export const LOSS_DISPOSITIONS = ['open', 'investigating', 'coached', 'cleared'] as const;
export type LossDisposition = (typeof LOSS_DISPOSITIONS)[number];

/** Months that transactions, scores and findings are kept. */
export const LOSS_KEPT_MONTHS = 24;

export const RETAIL_KINDS = ['sale', 'return', 'void'] as const;
export type RetailKind = (typeof RETAIL_KINDS)[number];
export const PAYMENT_KINDS = ['cash', 'card', 'voucher', 'other'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

/** One item of a receipt. Amounts in units of 1e-4. */
export type RetailLine = {
  readonly itemId: string;
  readonly category: string;
  readonly amount: number;
  readonly discount: number;
  /** The part of the discount that was keyed in at the till. */
  readonly manualDiscount: number;
  /** Of a returned item: whether the sale is named that it comes from. */
  readonly hasOriginal: boolean;
};

export type RetailPayment = {
  readonly kind: PaymentKind;
  readonly amount: number;
  /** Tells cards apart; null where it was no card, or the file says none. */
  readonly card: string | null;
};

/** What happened at a till. Amounts are positive, also of a return. */
export type RetailTransaction = {
  readonly id: string;
  /** `2026-03-14`, of the till. */
  readonly date: string;
  readonly storeId: string;
  readonly terminalId: string;
  /** Null where the person was erased. */
  readonly staffId: string | null;
  readonly kind: RetailKind;
  readonly currency: string;
  readonly amount: number;
  readonly discount: number;
  readonly employeeDiscount: number;
  /** Keyed in on the total, beside what its lines say. */
  readonly manualDiscount: number;
  /** Of a return: whether it names the receipt of the sale for all of its lines. */
  readonly hasOriginal: boolean;
  readonly lines: readonly RetailLine[];
  readonly payments: readonly RetailPayment[];
};

/** The first day of the month of a date: `2026-03-14` → `2026-03-01`. */
export const monthOfDate = (date: string): string => `${date.slice(0, 7)}-01`;

/** The month that is so many months later: `2026-01-01`, -1 → `2025-12-01`. */
export const monthAfter = (month: string, months: number): string => {
  const [year = 0, one = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, one - 1 + months, 1)).toISOString().slice(0, 10);
};

/** A reason is significant in a month from this percentile of the population on. */
export const SIGNIFICANT_PERCENTILE = 90;

export const MAX_LOSS_NOTE = 2000;

/** Months of transactions that the page of one person or terminal shows. */
export const LOSS_SHOWN_MONTHS = 6;

const LARGEST: Readonly<Record<string, number>> = { s: 59, m: 59, h: 23, d: 90 };

/** Whether a text is a time window as rules write it: 1–59s, 1–59m, 1–23h, 1–90d. */
export const isWindow = (text: string): boolean => {
  const [, digits = '', unit = ''] = /^(\d{1,2})([smhd])$/.exec(text) ?? [];
  const amount = Number(digits);
  return amount >= 1 && amount <= (LARGEST[unit] ?? 0);
};

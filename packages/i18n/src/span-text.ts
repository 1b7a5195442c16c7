const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

/** A span of time in the one unit in which people say it: 45 s, 3 min, 2.5 h, 4 days. */
export const spanText = (seconds: number, language: string): string => {
  const [unit, size] =
    seconds < 60
      ? (['second', 1] as const)
      : seconds < HOUR_S
        ? (['minute', 60] as const)
        : seconds < 2 * DAY_S
          ? (['hour', HOUR_S] as const)
          : (['day', DAY_S] as const);
  const count = seconds / size;
  const maximumFractionDigits = unit === 'second' || count >= 10 ? 0 : 1;
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits }).format(
    count,
  );
};

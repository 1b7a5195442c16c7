const pad = (value: number): string => String(value).padStart(2, '0');

/** A moment as a `datetime-local` field shows it. */
export const toMomentField = (iso: string, zone: 'local' | 'utc'): string => {
  const at = new Date(iso);
  if (zone === 'utc') return at.toISOString().slice(0, 19);
  const day = [at.getFullYear(), pad(at.getMonth() + 1), pad(at.getDate())].join('-');
  return `${day}T${[at.getHours(), at.getMinutes(), at.getSeconds()].map(pad).join(':')}`;
};

/** The moment such a field holds; empty where it holds none. */
export const fromMomentField = (value: string, zone: 'local' | 'utc'): string => {
  const at = new Date(zone === 'utc' && value !== '' ? `${value}Z` : value);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
};

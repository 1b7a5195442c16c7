/**
 * Critical notices put away in this browser (`docs/reference/console.md#storage-in-the-browser`); the server knows too,
 * but may be out of reach.
 */
const KEY = 'DFP/CriticalNotificationDismissed';
const MAX_KEPT = 50;

export const dismissedCritical = (): readonly string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
};

export const rememberDismissed = (ids: readonly string[]): void =>
  localStorage.setItem(KEY, JSON.stringify([...new Set([...ids, ...dismissedCritical()])].slice(0, MAX_KEPT)));

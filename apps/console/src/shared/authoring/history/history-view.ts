/** One of the texts that are compared: a version by number, or the draft. */
export type Compared = number | 'draft';

/** What is open of a rule's past. */
export type HistoryView = {
  /** Whether the versions are listed. */
  readonly open: boolean;
  /** The older version on screen; null while the draft is. */
  readonly version: number | null;
  readonly compared: { readonly from: Compared; readonly to: Compared } | null;
  /** The version a roll-back is being asked for. */
  readonly rollsBackTo: number | null;
};

export const NO_HISTORY: HistoryView = { open: false, version: null, compared: null, rollsBackTo: null };

/** With the roll-back to a version asked for, and what it would change shown. */
export const askingRollBack = (view: HistoryView, current: number, to: number): HistoryView => ({
  ...view,
  compared: { from: current, to },
  rollsBackTo: to,
});

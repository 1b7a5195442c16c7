/** Longest file, as it is sent: packed where it is packed. */
export const MAX_UPLOAD_BYTES = 2_147_483_648;
/** What one call takes of a file. */
export const UPLOAD_CHUNK_BYTES = 4 * 1024 * 1024;
/** What a file may come to when it is unpacked. */
export const MAX_UNPACKED_BYTES = 20_000_000_000;
/** How many times longer the content of a packed file may be than the file; CSV packs twenty times smaller at best. */
export const MAX_UNPACKED_RATIO = 200;
export const MAX_UPLOAD_COLUMNS = 500;
/** A line that is longer has a quote that nothing closes. */
export const MAX_UPLOAD_LINE_CHARACTERS = 1_000_000;
/** Refused lines that are kept for the error file; all are counted. */
export const MAX_KEPT_REFUSALS = 10_000;
/** Files of an environment that are kept at a time. */
export const MAX_KEPT_UPLOADS = 50;
/** How long a file that is left alone, and the refused lines of one, are kept. */
export const UPLOAD_KEPT_DAYS = 30;
export const MAX_UPLOAD_NAME = 200;
/** Rows, and refused lines, that are shown of a file. */
export const UPLOAD_PREVIEW_ROWS = 20;

/**
 * `uploading` until the last byte is there; `mapping` until the mapping is complete and the file was checked; `ready` to be
 * processed, or stopped on the way; `succeeded` where all lines that were accepted are stored.
 */
export const UPLOAD_STATES = [
  'uploading',
  'mapping',
  'checking',
  'ready',
  'processing',
  'succeeded',
  'failed',
  'undoing',
  'undone',
] as const;
export type UploadState = (typeof UPLOAD_STATES)[number];

/** What can be done with an upload; the page offers these and no others. */
export const UPLOAD_ACTIONS = ['send', 'map', 'check', 'process', 'cancel', 'undo', 'delete'] as const;
export type UploadAction = (typeof UPLOAD_ACTIONS)[number];

/** What an upload stands at, as far as it decides what can be done with it. */
export type UploadStanding = {
  readonly state: UploadState;
  /** Whether the whole file is here. */
  readonly hasContent: boolean;
  readonly isMapped: boolean;
  /** Events of the file that are stored. */
  readonly stored: number;
  /** Events that replace what was known before cannot be taken back. */
  readonly isAssessment: boolean;
  /** Whether some of its events were taken back. */
  readonly isUndoBegun: boolean;
};

const REST: readonly UploadState[] = ['mapping', 'ready', 'failed'];

/** What can be done with an upload now. */
export const uploadActions = ({
  state,
  hasContent,
  isMapped,
  stored,
  isAssessment,
  isUndoBegun,
}: UploadStanding): readonly UploadAction[] => {
  const isResting = REST.includes(state);
  const isAllowed: Readonly<Record<UploadAction, boolean>> = {
    send: state === 'uploading',
    // The lines that are stored and those that follow are read alike.
    map: isResting && hasContent && stored === 0,
    check: isResting && hasContent && isMapped && stored === 0,
    process: (state === 'ready' || (state === 'failed' && stored > 0)) && hasContent && !isUndoBegun,
    cancel: state === 'checking' || state === 'processing',
    undo: (isResting || state === 'succeeded') && stored > 0 && isAssessment,
    delete: !['checking', 'processing', 'undoing'].includes(state),
  };
  return UPLOAD_ACTIONS.filter((action) => isAllowed[action]);
};

/** Why a line is not stored. */
export const REFUSAL_REASONS = ['cells', 'cardNumber', 'letters', 'value', 'event'] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** Longest text of a note, and how many notes and files an event can have. */
export const MAX_NOTE = 4000;
export const MAX_NOTES = 500;
export const MAX_MENTIONS = 20;
export const MAX_ATTACHMENT_BYTES = 10_000_000;
export const MAX_ATTACHMENTS = 20;
export const MAX_ATTACHMENT_NAME = 200;

/** Where a draft belongs: a new note, an answer to one (`reply:` and its id), or a change of one (`edit:` and its id). */
export const NOTE_DRAFT_PLACE = /^(?:new|(?:reply|edit):[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** A note in pieces: plain text, and addresses that can be opened. */
export type NotePiece = { readonly kind: 'text' | 'link'; readonly text: string };

/** Blanks, quotes, angle brackets and controls end an address; so does what changes the direction of writing. */
const ADDRESS = /\bhttps?:\/\/[^\s<>"'`\p{Cc}\p{Cf}]+/giu;
/** Punctuation of the sentence around an address. */
const SENTENCE_END = /[.,;:!?]+$/u;

const isUnbalanced = (text: string): boolean =>
  text.endsWith(')') &&
  [...text].filter((each) => each === ')').length > [...text].filter((each) => each === '(').length;

const trimmed = (address: string): string => {
  let text = address.replace(SENTENCE_END, '');
  while (isUnbalanced(text)) text = text.slice(0, -1).replace(SENTENCE_END, '');
  return text;
};

/** Whether an address leads where it seems to: it names a host, and no user whom a reader takes for the host. */
const isPlain = (address: string): boolean => {
  const url = URL.parse(address);
  return url !== null && url.hostname !== '' && url.username === '' && url.password === '';
};

/** Tells text and addresses of a note apart. Only `http` and `https` are addresses: nothing else can be opened from a note. */
export const notePieces = (note: string): readonly NotePiece[] => {
  const pieces: NotePiece[] = [];
  let end = 0;
  for (const { 0: found, index } of note.matchAll(ADDRESS)) {
    const address = trimmed(found);
    if (!isPlain(address)) continue;
    if (index > end) pieces.push({ kind: 'text', text: note.slice(end, index) });
    pieces.push({ kind: 'link', text: address });
    end = index + address.length;
  }
  if (end < note.length) pieces.push({ kind: 'text', text: note.slice(end) });
  return pieces;
};

/** Characters that no file system should be given, or that make a name look like another one. */
const UNSAFE = /[\p{Cc}\p{Cf}"*/:<>?\\|]/gu;

/** The name of a file without folders and without what could mislead, as it is kept and offered for download. */
export const attachmentName = (name: string): string => {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const clean = last.replaceAll(UNSAFE, '').replace(/^\.+/u, '').trim();
  return clean.slice(0, MAX_ATTACHMENT_NAME).toWellFormed() || 'file';
};

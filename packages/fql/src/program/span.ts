/** Offsets of a piece of text in UTF-16 units from 0; `to` is exclusive. */
export type Span = { readonly from: number; readonly to: number };

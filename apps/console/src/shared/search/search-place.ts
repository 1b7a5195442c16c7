/** Where a person stood in a result, so that coming back finds the same row and the same panel. */
export type SearchPlace = { readonly current: string | null; readonly isPeeking: boolean };

const NOWHERE: SearchPlace = { current: null, isPeeking: false };
const MOST = 50;

const places = new Map<string, SearchPlace>();

/** The place last held in the result of an address, within this visit. */
export const placeIn = (address: string): SearchPlace => places.get(address) ?? NOWHERE;

export const rememberPlace = (address: string, place: SearchPlace): void => {
  places.delete(address);
  places.set(address, place);
  const oldest = places.keys().next();
  if (places.size > MOST && !oldest.done) places.delete(oldest.value);
};

import { IdText } from '@redoubt/ui';

/** Where an event or observation is posted; copied by a click. */
export const Address = ({ path }: { readonly path: string }) => <IdText id={path} length={80} name={path} />;

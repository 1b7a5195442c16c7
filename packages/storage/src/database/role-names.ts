/** Grants and policies name these two; runtime logins are members. They cannot sign in themselves. */
export const APP_ROLE = 'redoubt_app';
export const INGEST_ROLE = 'redoubt_ingest';

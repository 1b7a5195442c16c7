export { createClient, type AnswerOf, type Client, type ClientOptions, type SendOptions } from './client.ts';
export { clientCredentials, type ClientCredentials, type Tokens } from './client-credentials.ts';
export { RedoubtError } from './redoubt-error.ts';
export type { EventBody, EventKind } from '@redoubt/contracts';

export {
  createClient,
  type AnswerOf,
  type AssessmentBody,
  type BranchKind,
  type Client,
  type Environments,
} from './client.ts';
export type { Cases } from './cases.ts';
export type { ExportedPage, ExportOptions, ExportPages } from './export-pages.ts';
export type { ClientOptions, SendOptions } from './transport.ts';
export { clientCredentials, type ClientCredentials, type Tokens } from './client-credentials.ts';
export { RedoubtError } from './redoubt-error.ts';
export type { EventBody, EventKind, ExportedEvent } from '@redoubt/contracts';

import {
  PROVISIONING,
  PUBLIC_ASSESSMENTS,
  PUBLIC_BRANCH_TESTS,
  publicEventPath,
  type AccountAccepted,
  type AccountAnswer,
  type Endpoint,
  type EnvironmentChange,
  type EventBody,
  type EventKind,
  type NewEnvironment,
  type ProvisionedEnvironment,
  type PurchaseAccepted,
  type PurchaseAnswer,
  type WizardAnswer,
} from '@redoubt/contracts';
import { createCases, type Cases } from './cases.ts';
import { createExport, type ExportPages } from './export-pages.ts';
import { pathOf } from './path-of.ts';
import { createTransport, type ClientOptions, type SendOptions } from './transport.ts';

/** What an event is answered, by its kind. */
export type AnswerOf<Kind extends EventKind> = Kind extends 'purchase' | 'signUp'
  ? PurchaseAnswer
  : Kind extends 'accountCreation' | 'accountLogin'
    ? AccountAnswer
    : Kind extends `account${string}`
      ? AccountAccepted
      : PurchaseAccepted;

/** Kinds whose rules have branches. */
export type BranchKind = Extract<keyof typeof PUBLIC_BRANCH_TESTS, EventKind>;

/** Body of an event of your own: what your definition says. */
export type AssessmentBody = {
  readonly metadata: { readonly eventId: string; readonly merchantTimeStamp: string; readonly [name: string]: unknown };
  readonly [name: string]: unknown;
};

/** Environments below the one of the client, see `Provisioning_API`. */
export type Environments = {
  readonly list: (options?: SendOptions) => Promise<readonly ProvisionedEnvironment[]>;
  readonly create: (
    body: Pick<NewEnvironment, 'name'> & Partial<NewEnvironment>,
    options?: SendOptions,
  ) => Promise<ProvisionedEnvironment>;
  readonly read: (id: string, options?: SendOptions) => Promise<ProvisionedEnvironment>;
  readonly change: (id: string, body: EnvironmentChange, options?: SendOptions) => Promise<ProvisionedEnvironment>;
  readonly remove: (id: string, options?: SendOptions) => Promise<ProvisionedEnvironment>;
  readonly restore: (id: string, options?: SendOptions) => Promise<ProvisionedEnvironment>;
};

/**
 * Calls of the public API. What may succeed later is sent again with the same ids, which is safe: an assessment is decided
 * once, and other events are merged. A change of a case is sent again only where the server said that it did nothing.
 *
 * Every call throws `RedoubtError` for any answer but success, and where none came in time.
 */
export type Client = {
  /** Sends one event and gives its answer. */
  readonly send: <Kind extends EventKind>(
    kind: Kind,
    body: EventBody<Kind>,
    options?: SendOptions,
  ) => Promise<AnswerOf<Kind>>;
  /** What a branch of the rules would decide; nothing of it is stored. */
  readonly sendToBranch: <Kind extends BranchKind>(
    branch: string,
    kind: Kind,
    body: EventBody<Kind>,
    options?: SendOptions,
  ) => Promise<AnswerOf<Kind>>;
  /** Sends an event of an assessment of your own; with `branch`, as a test event of that branch. */
  readonly assess: (
    apiName: string,
    body: AssessmentBody,
    options?: SendOptions & { readonly branch?: string },
  ) => Promise<WizardAnswer>;
  /** Tells about such an event later. */
  readonly observe: (
    apiName: string,
    observationApiName: string,
    body: AssessmentBody,
    options?: SendOptions,
  ) => Promise<PurchaseAccepted>;
  /** Labels such an event. */
  readonly label: (apiName: string, body: AssessmentBody, options?: SendOptions) => Promise<PurchaseAccepted>;
  /** Sends an event of a custom assessment of the account generation; its name is put into the body. */
  readonly assessLegacy: (apiName: string, body: object, options?: SendOptions) => Promise<AccountAnswer>;
  readonly environments: Environments;
  readonly cases: Cases;
  readonly exportPages: ExportPages;
};

/** A client of the public API for one environment. It keeps nothing but its token. */
export const createClient = (options: ClientOptions): Client => {
  const { call, callText } = createTransport(options);
  const post = (path: string, body: object, sending?: SendOptions) => call('POST', path, body, sending);
  const manage = async (
    endpoint: Endpoint,
    environmentId: string | null,
    body: object | null,
    sending?: SendOptions,
  ): Promise<ProvisionedEnvironment> => {
    const path = pathOf(endpoint, environmentId === null ? {} : { environmentId });
    return (await call(endpoint.method, path, body, sending)) as ProvisionedEnvironment;
  };
  return {
    send: async (kind, body, sending) =>
      (await post(publicEventPath(kind, body), body, sending)) as AnswerOf<typeof kind>,
    sendToBranch: async (branch, kind, body, sending) =>
      (await post(`${publicEventPath(kind, body)}/branch/${encodeURIComponent(branch)}`, body, sending)) as AnswerOf<
        typeof kind
      >,
    assess: async (apiName, body, { branch, ...sending } = {}) => {
      const path =
        branch === undefined
          ? pathOf(PUBLIC_ASSESSMENTS.assessment, { apiName })
          : pathOf(PUBLIC_BRANCH_TESTS.assessment, { apiName, branchApiName: branch });
      return (await post(path, body, sending)) as WizardAnswer;
    },
    observe: async (apiName, observationApiName, body, sending) =>
      (await post(
        pathOf(PUBLIC_ASSESSMENTS.observation, { apiName, observationApiName }),
        body,
        sending,
      )) as PurchaseAccepted,
    label: async (apiName, body, sending) =>
      (await post(pathOf(PUBLIC_ASSESSMENTS.label, { apiName }), body, sending)) as PurchaseAccepted,
    assessLegacy: async (apiName, body, sending) =>
      (await post(
        pathOf(PUBLIC_ASSESSMENTS.legacy, { apiName }),
        { ...body, name: apiName },
        sending,
      )) as AccountAnswer,
    environments: {
      list: async (sending) => {
        const { method, path } = PROVISIONING.list;
        const answer = (await call(method, path, null, sending)) as {
          readonly environments: readonly ProvisionedEnvironment[];
        };
        return answer.environments;
      },
      create: (body, sending) => manage(PROVISIONING.create, null, body, sending),
      read: (id, sending) => manage(PROVISIONING.read, id, null, sending),
      change: (id, body, sending) => manage(PROVISIONING.change, id, body, sending),
      remove: (id, sending) => manage(PROVISIONING.remove, id, null, sending),
      restore: (id, sending) => manage(PROVISIONING.restore, id, null, sending),
    },
    cases: createCases(call),
    exportPages: createExport(callText),
  };
};

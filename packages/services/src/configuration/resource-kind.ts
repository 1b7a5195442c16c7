import type { ResourceKindName } from '@redoubt/contracts';
import type { Capability, VelocityStart } from '@redoubt/domain';
import type { ProgramKind } from '@redoubt/fql';
import type { TenantTransaction } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import type { ExternalCalls } from '../call-runtime/external-calls.ts';
import type { ConfigurationFile, ConfigurationProblem } from './configuration-file.ts';

/** Where in a file something stands. */
export type Place = { readonly path: string; readonly line: number; readonly column: number };

/** A resource as a file says it, and how to find the places that a refusal names. */
export type ReadResource<Content> = {
  readonly content: Content;
  /** Where what a service calls `path` stands: `condition:2:5`, `body.text.clauses[0].name`. */
  readonly placeOf: (path: string) => Place;
};

export type Reading = {
  /** Another file of the configuration; undefined where there is none. */
  readonly textOf: (path: string) => string | undefined;
  readonly reportProblem: (problem: ConfigurationProblem) => void;
};

export type PutOptions = {
  readonly velocityStart: VelocityStart;
  /** Seals secrets; absent where nothing that has one is put. */
  readonly calls?: ExternalCalls | undefined;
  /** The value of a variable that a file names in place of a secret. */
  readonly variable: (name: string) => string | undefined;
};

/**
 * What makes resources of one kind part of a configuration: everything else, from the difference to the report, is the
 * same for all. `load` gives what is published, in a stable order; ids, dates and drafts are no part of it. `put` and
 * `remove` call the commands that the console calls, inside the transaction of the import, so that whatever those check
 * and write down holds here too.
 */
export type ResourceKind<Content> = {
  readonly kind: ResourceKindName;
  /** Who may read resources of this kind. */
  readonly capability: Capability;
  /** What writing them needs, where that is something else. */
  readonly writtenWith?: readonly Capability[];
  /** Whether a file of this path says what a resource is. */
  readonly owns: (path: string) => boolean;
  readonly nameOf: (content: Content) => string;
  /** The first file is the one `owns` knows. Equal contents give equal files. */
  readonly filesOf: (content: Content) => readonly ConfigurationFile[];
  readonly read: (file: ConfigurationFile, reading: Reading) => Promise<ReadResource<Content> | null>;
  readonly load: (trx: TenantTransaction, context: EnvironmentContext) => Promise<readonly Content[]>;
  readonly put: (
    trx: TenantTransaction,
    context: EnvironmentContext,
    content: Content,
    options: PutOptions,
  ) => Promise<void>;
  /** The part of `put` that reads resources of later kinds; it runs when all of them are there. */
  readonly finish?: (trx: TenantTransaction, context: EnvironmentContext, content: Content) => Promise<void>;
  /** Absent where a resource is always there. */
  readonly remove?: (trx: TenantTransaction, context: EnvironmentContext, content: Content) => Promise<void>;
  /**
   * What comes of a content and the one that is there where files only add: nothing that is there changes. Absent where
   * the one could only take the place of the other.
   */
  readonly add?: (content: Content, current: Content) => Content;
  /** What a content comes to, given the one it takes the place of and all that will be there. */
  readonly settle?: (
    content: Content,
    current: Content | undefined,
    all: readonly { readonly kind: ResourceKindName; readonly content: unknown }[],
  ) => Content;
  /** Puts those that others of the kind read before them. */
  readonly arrange?: (contents: readonly Content[]) => readonly Content[];
  /** The same resource with every text of the rule language put through `replace`; absent where it has none. */
  readonly replaceInTexts?: (content: Content, replace: (kind: ProgramKind, text: string) => string) => Content;
  /** Rows of data rather than text: a difference says how many, not which. */
  readonly isData?: true;
};

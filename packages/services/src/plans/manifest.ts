import type {
  AssessmentName,
  ControlShare,
  ExternalCallDefinition,
  FunctionDefinition,
  ListSourceDefinition,
  RunMode,
  SupportEntity,
  VelocitySetDefinition,
  VelocityWindowMode,
} from '@redoubt/domain';
import type { FormerFunction } from '@redoubt/engine';
import type { Id } from '@redoubt/kernel';
import type { AttributeSymbol } from '@redoubt/fql';
import { contentHash } from '../content-hash.ts';

/** Text of a rule as its unit keeps it. */
export type RuleUnit = {
  /** Absent for a rule that decides. */
  readonly type?: 'action' | 'routing';
  readonly condition: string;
  readonly clauses: readonly { readonly id: string; readonly name: string; readonly code: string }[];
};

/** Where the rows of a list unit stand. */
export type ListUnit =
  | {
      readonly listId: Id;
      readonly contentVersion: number;
      readonly columns: readonly string[];
      /** Where the rows are kept; absent where they are here. */
      readonly source?: ListSourceDefinition;
    }
  | {
      readonly environmentId: Id;
      readonly entity: SupportEntity;
      readonly revision: number;
      readonly columns: readonly string[];
    };

/** Text of a velocity set as its unit keeps it. */
export type VelocitySetUnit = VelocitySetDefinition;

/** Text of a function as its unit keeps it. */
export type FunctionUnit = FunctionDefinition;

/** What an external call is, as its unit keeps it: nothing of it is secret. */
export type CallUnit = { readonly call: ExternalCallDefinition };

export type ManifestVelocitySet = {
  readonly id: Id;
  readonly name: string;
  readonly version: number;
  readonly active: boolean;
  readonly unit: string;
  /** Functions its texts read as they were; absent where they read all of them as they are. */
  readonly former?: readonly FormerFunction[];
};

export type ManifestRule = {
  readonly id: Id;
  readonly name: string;
  readonly version: number;
  readonly unit: string;
  /** Functions its text reads as they were; absent where it reads all of them as they are. */
  readonly former?: readonly FormerFunction[];
};

export type ManifestLevel = {
  readonly environmentId: Id;
  readonly runMode: RunMode;
  /** Absent where windows are aligned, as they are in plans of the time before there was a choice. */
  readonly windowMode?: VelocityWindowMode;
  readonly rules: readonly ManifestRule[];
  /** Post-decision actions of the environment, in their order; absent where there are none. */
  readonly actions?: readonly ManifestRule[];
  /** Routing rules of the environment, in their order; absent above the plan's own, and where there are none. */
  readonly routing?: readonly ManifestRule[];
  /** Which part of what rules stop passes; absent above the plan's own environment, and where none does. */
  readonly controlShare?: ControlShare;
  readonly lists: readonly { readonly name: string; readonly unit: string }[];
  /** Sets of the environment, those of the system first; absent in plans of the time before there were any. */
  readonly velocitySets?: readonly ManifestVelocitySet[];
  /** Published functions of the environment; absent where there are none. */
  readonly functions?: readonly ManifestRule[];
  /** External calls of the environment; absent where there are none. */
  readonly calls?: readonly { readonly id: Id; readonly name: string; readonly unit: string }[];
  /** External assessments of the environment; absent where there are none. */
  readonly assessments?: readonly { readonly id: Id; readonly name: string; readonly unit: string }[];
};

/**
 * What decides an event of one environment, by content: rules root first, the lists they name, and what is
 * counted. Its hash is the id
 * of the plan.
 */
export type Manifest = {
  readonly format: 1;
  readonly assessment: AssessmentName;
  readonly environmentId: Id;
  /**
   * Hash of the attribute table the texts were checked against; it settles how enumerations compare. The table of a
   * defined assessment is a unit.
   */
  readonly schema: string;
  readonly levels: readonly ManifestLevel[];
};

/** Attributes as a unit keeps them. */
export type SchemaUnit = { readonly attributes: readonly AttributeSymbol[] };

/** Names a table of attributes by what settles how texts over it are checked. */
export const schemaHash = (attributes: readonly AttributeSymbol[]): string =>
  contentHash(attributes.map(({ path, type, values }) => ({ path, type, values: values ? [...values] : null })));

export const planIdOf = (manifest: Manifest): string => contentHash(manifest);

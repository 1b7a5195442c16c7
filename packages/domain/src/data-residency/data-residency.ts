import type { Id } from '@redoubt/kernel';
import { environmentPath, type EnvironmentLink } from '../environment-tree/environment-path.ts';

/** Ways by which data leaves, each with what names a destination of it. */
export const DESTINATION_KINDS = [
  /** Files that people save: exports, lists, packages. Has no name. */
  'download',
  /** An application that reads the Data API; its client id. */
  'application',
  /** Domain of addresses that reports are mailed to. */
  'mail',
  /** Host that events are sent to. */
  'host',
] as const;
export type DestinationKind = (typeof DESTINATION_KINDS)[number];

export const RESIDENCY_LIMITS = { geographies: 50, destinations: 200, code: 40, name: 253 } as const;

/** A geography's code as people type it; case does not count. */
export const GEOGRAPHY_CODE = /^[\p{L}\p{N}][\p{L}\p{N} _-]*$/u;

/** Where a destination is. */
export type ResidencyDestination = {
  readonly kind: DestinationKind;
  /** Client id, domain or host; empty for `download`. */
  readonly name: string;
  /** Code of its geography. */
  readonly geography: string;
};

/** What an environment says about data that leaves it and the environments below. */
export type ResidencyRule = {
  /** Codes that data may leave to besides the environment's own geography; null where nothing is restricted. */
  readonly geographies: readonly string[] | null;
  readonly destinations: readonly ResidencyDestination[];
};

/** Where data is about to go: a destination by name, or a place whose geography the caller knows. */
export type DataTarget =
  | { readonly kind: DestinationKind; readonly name: string }
  | { readonly kind: 'place'; readonly name: string; readonly geography: string | null };

type Environment = EnvironmentLink & { readonly geography: { readonly code: string } | null };

/** Why data may not leave. */
export type ResidencyRefusal = {
  /** The environment whose rule refuses. */
  readonly ruleOf: Id;
  /** Geography of the target; null where it is not registered. */
  readonly geography: string | null;
  /** Codes that the rule allows, the environment's own first. */
  readonly allowed: readonly string[];
};

const keyOf = (text: string): string => text.trim().toLowerCase();

/** Domains and hosts stand for those below them, too. */
const isAt = (
  { kind, name }: ResidencyDestination,
  target: { readonly kind: string; readonly name: string },
): boolean => {
  if (kind !== target.kind) return false;
  if (kind === 'download') return true;
  const [registered, given] = [keyOf(name), keyOf(target.name)];
  return given === registered || (kind !== 'application' && given.endsWith(`.${registered}`));
};

/** The geography of a target by destinations, the longest name first: the one closest to the target counts. */
const geographyOf = (target: DataTarget, destinations: readonly ResidencyDestination[]): string | null => {
  if (target.kind === 'place') return target.geography;
  const [found] = destinations
    .filter((each) => isAt(each, target))
    .toSorted((left, right) => right.name.length - left.name.length);
  return found?.geography ?? null;
};

/**
 * Whether data of an environment may leave to a target; null where it may. Every rule from the environment up to its root
 * has to allow it, so an environment can be stricter than those above it and never laxer. A rule trusts only destinations
 * that are registered where it stands, or above.
 */
export const residencyRefusal = (
  environmentId: Id,
  target: DataTarget,
  environments: ReadonlyMap<Id, Environment>,
  rules: ReadonlyMap<Id, ResidencyRule>,
): ResidencyRefusal | null => {
  const path = [environmentId, ...environmentPath(environmentId, environments).parentIds];
  for (const [index, id] of path.entries()) {
    const geographies = rules.get(id)?.geographies ?? null;
    if (geographies === null) continue;
    const own = environments.get(id)?.geography?.code;
    const allowed = [...new Set([...(own === undefined ? [] : [own]), ...geographies])];
    const trusted = path.slice(index).flatMap((each) => rules.get(each)?.destinations ?? []);
    const geography = geographyOf(target, trusted);
    const isAllowed = geography !== null && allowed.some((code) => keyOf(code) === keyOf(geography));
    if (!isAllowed) return { ruleOf: id, geography, allowed };
  }
  return null;
};

import type { LookedUp } from '@redoubt/contracts';
import type { FactReads } from '@redoubt/engine';
import type { DataVersions } from './data-versions.ts';

const KINDS: ReadonlySet<string> = new Set<LookedUp['kind']>(['geo', 'bin', 'device', 'speed', 'graph', 'risk', 'bot']);

const isShown = (kind: string | undefined): kind is LookedUp['kind'] => kind !== undefined && KINDS.has(kind);

/** As `transactionFacts` keeps it: what about, kind, kind of neighbours, days, value. */
const graphQuestion = ([about = '', kind = '', neighbourKind = '', days = '', value = '']: readonly string[]): string =>
  `${about}("${kind}", "${value}", ${neighbourKind === '' ? '' : `"${neighbourKind}", `}${days})`;

/** What a decision looked up, as an event page shows it. */
export const lookedUpFacts = (reads: FactReads = {}, versions: DataVersions = {}): LookedUp[] =>
  Object.entries(reads).flatMap(([key, found]) => {
    const [kind, ...asked] = JSON.parse(key) as string[];
    if (!isShown(kind)) return [];
    const version = kind === 'geo' || kind === 'bin' ? (versions[kind] ?? null) : null;
    return [{ kind, asked: kind === 'graph' ? graphQuestion(asked) : (asked.at(-1) ?? ''), found, version }];
  });

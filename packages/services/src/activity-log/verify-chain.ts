import type { ChainFindingKind } from '@redoubt/domain';
import { isJsonObject, type Id } from '@redoubt/kernel';
import {
  findNewestAudit,
  readChain,
  readChainFloor,
  readChainHead,
  readErasures,
  readLinkHashes,
  readUnlinkedEntries,
  type ChainFloor,
  type ChainHead,
  type ChainLink,
  type Database,
} from '@redoubt/storage';
import { contentDigest, linkHash } from './link-hash.ts';
import { isSigned } from './prune-activity.ts';

/** Where a chain stood at some moment, as kept outside the database. */
export type Anchor = {
  readonly tenant: Id;
  readonly sequence: number;
  /** Hex. */
  readonly hash: string;
  /** ISO 8601. */
  readonly at: string;
};

/** A place of the chain that is not as it was written. */
export type ChainFinding = {
  readonly kind: ChainFindingKind;
  /** Place in the chain; null for an entry that has none. */
  readonly sequence: number | null;
  readonly entryId: Id | null;
  /** The last place, where several in a row are missing. */
  readonly until?: number;
};

export type ChainCheck = {
  /** The last place that was looked at, and the hash there; 0 and zeros for an empty chain. */
  readonly sequence: number;
  readonly hash: string;
  /** Entries whose content was erased as the log says. */
  readonly erased: number;
  /** The place after which the chain is there; 0 where nothing was removed by age. */
  readonly from: number;
  /** In the order of the chain; those without a place stand last. */
  readonly findings: readonly ChainFinding[];
};

export type VerifyOptions = {
  readonly anchors?: readonly Anchor[];
  /** What the beginning of a log is signed with whose oldest entries were removed; not checked where absent. */
  readonly key?: string | undefined;
  readonly signal?: AbortSignal;
  /** Called with how many entries were looked at, of how many. */
  readonly report?: (done: number, total: number) => void;
};

const PAGE = 2000;
/** Entries without a link that are named one by one. */
const MOST_UNLINKED = 1000;
/** Before the first entry. */
const START: ChainHead = { sequence: 0, hash: Buffer.alloc(32) };

const isErasedAsWritten = ({ entry }: ChainLink): boolean =>
  entry !== undefined &&
  [entry.actorId, entry.actorName, entry.resourceId, entry.resourceName].every((value) => value === '') &&
  entry.original === null &&
  entry.modified === null;

/** Whether the entry of a link is what was chained. */
const isUnchanged = (link: ChainLink): boolean => {
  const { entry, salt, sequence, contentDigest: digest, previousHash: previous } = link;
  if (entry === undefined) return false;
  const content = salt === null ? isErasedAsWritten(link) : contentDigest(entry, salt).equals(digest);
  return content && linkHash(entry, { sequence, digest, previous }).equals(link.hash);
};

/** Goes along the chain and collects what is wrong; each broken place is named by itself. */
class ChainWalk {
  readonly findings: ChainFinding[] = [];
  readonly erased: Id[] = [];
  sequence: number;
  hash: Buffer;

  /** @param floor the last place that was removed by age. */
  constructor(floor: ChainHead) {
    this.sequence = floor.sequence;
    this.hash = floor.hash;
  }

  step(link: ChainLink): void {
    const { sequence, entryId } = link;
    const next = this.sequence + 1;
    if (sequence > next) {
      this.#add('missing', next, null, sequence - 1 > next ? sequence - 1 : undefined);
    } else if (!link.previousHash.equals(this.hash)) this.#add('broken', sequence, entryId);
    if (link.entry === undefined) this.#add('missing', sequence, entryId);
    else if (!isUnchanged(link)) this.#add('changed', sequence, entryId);
    else if (link.salt === null) this.erased.push(entryId);
    this.sequence = sequence;
    this.hash = link.hash;
  }

  /** @param head read before the walk began. @param now read after it: what was written meanwhile lies between them. */
  end(head: ChainHead, now: ChainHead, hashAtHead: Buffer | undefined): void {
    if (this.sequence < head.sequence) this.#add('cut', this.sequence + 1, null, head.sequence);
    else if (this.sequence > now.sequence) this.#add('inserted', now.sequence + 1, null, this.sequence);
    else if (hashAtHead !== undefined && !hashAtHead.equals(head.hash)) this.#add('broken', head.sequence, null);
  }

  #add(kind: ChainFindingKind, sequence: number, entryId: Id | null, until?: number): void {
    this.findings.push({ kind, sequence, entryId, ...(until === undefined ? {} : { until }) });
  }
}

const checkAnchors = async (
  database: Database,
  tenantId: Id,
  anchors: readonly Anchor[],
  floor: ChainHead,
): Promise<readonly ChainFinding[]> => {
  const own = anchors.filter(({ tenant }) => tenant === tenantId && tenant !== '');
  const hashes = await database.readTenant(tenantId, (trx) =>
    readLinkHashes(
      trx,
      own.map(({ sequence }) => sequence),
    ),
  );
  return own.flatMap(({ sequence, hash }): ChainFinding[] => {
    // What was removed by age cannot be compared any more.
    if (sequence === 0 || sequence < floor.sequence) return [];
    const known = sequence === floor.sequence ? floor.hash : hashes.get(sequence);
    if (known?.toString('hex') === hash) return [];
    return [{ kind: known === undefined ? 'cut' : 'anchor', sequence, entryId: null }];
  });
};

/** Whether the log itself names the place that it begins after, and the installation signed it. */
const checkFloor = async (
  database: Database,
  tenantId: Id,
  floor: ChainFloor | undefined,
  key: string | undefined,
): Promise<readonly ChainFinding[]> => {
  if (floor === undefined) return [];
  const named = await database.readTenant(tenantId, (trx) =>
    findNewestAudit(trx, { type: 'ActivityLog', id: tenantId, operation: 'Prune' }),
  );
  const facts = named?.modified ?? null;
  const isNamed =
    isJsonObject(facts) && facts['sequence'] === floor.sequence && facts['hash'] === floor.hash.toString('hex');
  return isNamed && (key === undefined || isSigned(key, tenantId, floor))
    ? []
    : [{ kind: 'floor', sequence: floor.sequence, entryId: null }];
};

/**
 * Goes through the activity log of a tenant and names every entry that was changed, removed or put in past the product.
 * Reads page by page; entries may be written meanwhile.
 */
export const verifyChain = async (
  database: Database,
  tenantId: Id,
  { anchors = [], key, signal, report }: VerifyOptions = {},
): Promise<ChainCheck> => {
  const readHead = () => database.readTenant(tenantId, readChainHead);
  const head = (await readHead()) ?? START;
  const removed = await database.readTenant(tenantId, readChainFloor);
  const floor: ChainHead = removed ?? START;
  const walk = new ChainWalk(floor);
  let hashAtHead: Buffer | undefined = head.sequence === floor.sequence ? floor.hash : undefined;
  for (;;) {
    signal?.throwIfAborted();
    // oxlint-disable-next-line eslint/no-await-in-loop -- one page after the other
    const page = await database.readTenant(tenantId, (trx) => readChain(trx, { after: walk.sequence, most: PAGE }));
    for (const link of page) {
      walk.step(link);
      if (link.sequence === head.sequence) hashAtHead = link.hash;
    }
    report?.(Math.min(walk.sequence, head.sequence), head.sequence);
    if (page.length < PAGE) break;
  }
  walk.end(head, (await readHead()) ?? head, hashAtHead);
  const named = await database.readTenant(tenantId, (trx) => readErasures(trx, walk.erased));
  const unlogged = walk.erased.filter((id) => !named.has(id));
  const unlinked = await database.readTenant(tenantId, (trx) => readUnlinkedEntries(trx, MOST_UNLINKED));
  return {
    sequence: walk.sequence,
    hash: walk.hash.toString('hex'),
    erased: walk.erased.length - unlogged.length,
    from: floor.sequence,
    findings: [
      ...(await checkFloor(database, tenantId, removed, key)),
      ...walk.findings,
      ...(await checkAnchors(database, tenantId, anchors, floor)),
      ...unlogged.map((entryId): ChainFinding => ({ kind: 'erased', sequence: null, entryId })),
      ...unlinked.map(({ entryId }): ChainFinding => ({ kind: 'inserted', sequence: null, entryId })),
    ],
  };
};

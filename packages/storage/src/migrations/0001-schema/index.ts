import type { Kysely } from 'kysely';
import { createAccess } from './access.ts';
import { createAssessments } from './assessments.ts';
import { createCalls } from './calls.ts';
import { createChanges } from './changes.ts';
import { createExperiments } from './experiments.ts';
import { createFingerprints } from './fingerprints.ts';
import { createFunctions } from './functions.ts';
import { createInstallation } from './installation.ts';
import { createJobs } from './jobs.ts';
import { createLists } from './lists.ts';
import { createLog } from './log.ts';
import { createPlans } from './plans.ts';
import { createPrivacy } from './privacy.ts';
import { createProjections } from './projections.ts';
import { createPurge } from './purge.ts';
import { createReferences } from './references.ts';
import { createRules } from './rules.ts';
import { createSearch } from './search.ts';
import { createTraffic } from './traffic.ts';
import { createVelocities } from './velocities.ts';

/**
 * The schema of 0.1.0: a file for each area, in an order in which tables find those they refer to. What holds everywhere:
 *
 * - `tenant_id` leads the primary key of what tenants have, and its tables are under forced row-level security
 *   (`isolateTenant`). `redoubt_app` serves the console and the API in a transaction of one tenant; `redoubt_ingest`
 *   writes what follows from events, for the tenants of a batch. Each is granted what it needs: a missing `delete` is a
 *   decision.
 * - A row with `environment_id` goes when the environment is purged (`purge.ts`), found by the two columns.
 * - A **position** is a place in the log: dense, in the order of commits, the same for all tenants.
 * - `*_units` is money in 1e-4 of its currency; `latency` counts calls by class, see `latencyClassOf`.
 * - `name_key` and the like are names as they are compared; what is unique is the key, the name stays as it was written.
 * - `version` is the tag of a row: a change names the one it saw and is refused where there is a newer one. Versions of
 *   texts (`rule_version` …) are numbered from 1 and never change, except that a person is erased from a sample.
 * - `json` keeps a text letter by letter, `jsonb` is read inside SQL.
 * - `collate "C"` compares by code unit: faster, and an index does not depend on the server's locale data.
 * - `*_by` is what people read, `*_by_id` the id in the directory.
 * - Work that goes on without a caller is a `job` of the thing it is about; only what it comes to is in the thing's table.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await createAccess(db);
  await createInstallation(db);
  await createJobs(db);
  await createLog(db);
  await createProjections(db);
  await createSearch(db);
  await createPlans(db);
  await createAssessments(db);
  await createRules(db);
  await createLists(db);
  await createFunctions(db);
  await createVelocities(db);
  await createCalls(db);
  await createReferences(db);
  await createExperiments(db);
  await createChanges(db);
  await createTraffic(db);
  await createFingerprints(db);
  await createPrivacy(db);
  await createPurge(db);
};

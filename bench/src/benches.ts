import { measureBacktests } from './backtest.ts';
import { saveBacktests } from './backtest/save-backtests.ts';
import { measureBackfill } from './backfill.ts';
import { measureConcurrency, saveConcurrency } from './cases/concurrency.ts';
import { measureCaseProjection, saveCaseProjection } from './cases/projection.ts';
import { measureCaseReport, saveCaseReport } from './cases/case-report.ts';
import { measureQueueHttp, saveQueueHttp } from './cases/queue-http.ts';
import { measureQueuePage, saveQueuePage } from './cases/queue-page.ts';
import { measureReview, saveReview } from './cases/review.ts';
import { measureCalls, saveCalls } from './calls.ts';
import { measureCliStart, saveCliStart } from './cli-start.ts';
import { measureCommits, saveCommits } from './commit.ts';
import { measureLanguage } from './fql/measure-language.ts';
import { measureEventImport, saveEventImport } from './event-import.ts';
import { measureLatency, saveLatency } from './latency.ts';
import { measureEventCosts, saveEventCosts } from './event-costs.ts';
import { measureFql } from './fql.ts';
import { measureIngest } from './ingest.ts';
import { measureGrowth } from './growth/measure-growth.ts';
import { saveGrowth } from './growth/save-growth.ts';
import { measureGraph } from './graph/measure-graph.ts';
import { measureGraphLoad, saveGraphLoad } from './graph/measure-graph-load.ts';
import { measureLinkedValues, saveLinkedValues } from './graph/measure-linked-values.ts';
import { measureRings } from './graph/measure-rings.ts';
import { saveGraph } from './graph/save-graph.ts';
import { saveRings } from './graph/save-rings.ts';
import { readMachine, type Machine } from './measure/machine.ts';
import { measureMerging, saveMerging } from './merging.ts';
import { measureListEdits, saveListEdits } from './list-edits.ts';
import { measureListMemory, saveListMemory } from './list-memory.ts';
import { measureLists, saveLists } from './lists.ts';
import { describeMasking, measureMasking } from './masking.ts';
import { measureNodes } from './nodes.ts';
import { measurePublish, savePublish } from './publish.ts';
import { measureStalls, saveStalls } from './stalls.ts';
import { saveReport } from './report.ts';
import { measurePeople, savePeople } from './people.ts';
import { measureProjections, saveProjections } from './projections.ts';
import { measurePruning, savePruning } from './reports/handbook-pruning.ts';
import { measureReports, saveReports } from './reports/handbook-reports.ts';
import { measureReportLoad, saveReportLoad } from './reports/report-load.ts';
import { measureRestart, saveRestart } from './restart.ts';
import { measureRetention, retentionDamage, saveRetentionFigures } from './retention.ts';
import { measureSearch, saveSearch } from './search.ts';
import { measureStoredRestart, saveStoredRestart } from './restart/many-stored.ts';
import { measureSearchFields, saveSearchFields } from './search-fields.ts';
import { saveNodes } from './save-nodes.ts';
import { saveBackfills } from './save-backfills.ts';
import { startRedisPeer } from './velocity/redis-peer.ts';
import { saveVelocities } from './velocity/save-velocities.ts';
import { measureTail, saveTail } from './tail.ts';
import { measureThreads, saveThreads } from './threads.ts';
import { measureTokens, saveTokens } from './tokens.ts';
import { measureTracingLag, missesGoal, saveTracingLag } from './tracing-lag.ts';
import { measureUploads, saveUploads } from './uploads.ts';
import { measureVelocities } from './velocity.ts';

/** What a run of the bench is given. */
export type BenchRun = {
  readonly seconds: number;
  readonly rounds: number;
  readonly bodies: number;
  readonly connections: number;
  readonly events: number;
  readonly history: number;
  /** Directory for CPU profiles; null for none. */
  readonly profile: string | null;
  /** Where results are kept. */
  readonly results: string;
  readonly say: (text: string) => void;
  /** Notes what has to be stopped, whatever becomes of the run; gives it back. */
  readonly keep: <Stoppable extends { readonly stop: () => Promise<void> }>(thing: Stoppable) => Stoppable;
};

/** One bench: what `--help` says of it, and its run, which gives what is printed at the end. */
type Bench = { readonly title: string; readonly run: (run: BenchRun) => Promise<string> };

type Save<Figures> = (directory: string, at: string, machine: Machine, figures: Figures) => Promise<string>;

/** A bench whose figures are a table in `bench/results`; `isMissed` makes the process end with 1. */
const measured = <Figures>(
  title: string,
  measure: (run: BenchRun) => Figures | Promise<Figures>,
  save: Save<Figures>,
  isMissed: (figures: Figures) => boolean = () => false,
): Bench => ({
  title,
  run: async (run) => {
    const figures = await measure(run);
    if (isMissed(figures)) process.exitCode = 1;
    return save(run.results, new Date().toISOString(), await readMachine(''), figures);
  },
});

/** More than a backfill looks at in a stretch under load. */
const BACKFILL_EVENTS = 80_000;

const ingest = async (run: BenchRun, withPlan: boolean): Promise<string> => {
  const { seconds, rounds, bodies, connections, profile, results, say, keep } = run;
  const fql = measureFql();
  say(
    `Rule language: ${fql.clauses} clauses compile in ${(fql.compileUs / 1000).toFixed(1)} ms and run in ${fql.runUs.toFixed(1)} µs.`,
  );
  const options = { seconds, rounds, bodies, connections, withPlan, profileDirectory: profile, say };
  const report = { ...(await measureIngest(options, keep)), fql };
  return profile === null ? `\n${await saveReport(results, report)}` : `\n${JSON.stringify(report, null, 2)}`;
};

/** The whole path, which runs where no bench is named. */
export const WHOLE_PATH: Bench = { title: '', run: (run) => ingest(run, false) };

/** The benches by name, in the order of `--help`. */
export const BENCHES: Readonly<Record<string, Bench>> = {
  plan: { title: 'the whole path with 100 clauses and 30 velocities', run: (run) => ingest(run, true) },
  velocity: measured(
    'only the velocity store, against Redis where there is one',
    async ({ keep }) => {
      const peer = await startRedisPeer();
      return measureVelocities(peer && keep(peer));
    },
    saveVelocities,
  ),
  graph: measured('the graph of a million values and five million edges', measureGraph, saveGraph),
  'graph-load': measured('what three questions to the graph cost events', measureGraphLoad, saveGraphLoad),
  'linked-values': measured(
    'what the index of search keeps of an event for the graph',
    measureLinkedValues,
    saveLinkedValues,
  ),
  rings: measured('fraud rings that one rule over the graph catches, against velocities', measureRings, saveRings),
  nodes: measured(
    'several nodes that share velocities in Redis',
    ({ seconds, rounds, say }) => measureNodes({ seconds, rounds, say }),
    saveNodes,
  ),
  restart: {
    title: 'time to ready again after a kill, with a million keys',
    run: async ({ results, say }) => saveRestart(results, new Date().toISOString(), await measureRestart(say)),
  },
  'restart-stored': measured(
    'the same over --events stored events',
    ({ events, say }) => measureStoredRestart(events, say),
    saveStoredRestart,
  ),
  retention: measured(
    'events of long ago removed while others come in',
    ({ events, seconds, say }) => measureRetention({ events, seconds, say }),
    saveRetentionFigures,
    (figures) => retentionDamage(figures).length > 0,
  ),
  backfill: {
    title: 'live decisions while the history of a velocity set is counted',
    run: async ({ seconds, rounds, bodies, connections, results, say, keep }) => {
      const options = { seconds, rounds, bodies, connections, storedEvents: BACKFILL_EVENTS, say };
      return `\n${await saveBackfills(results, new Date().toISOString(), await measureBackfill(options, keep))}`;
    },
  },
  growth: measured(
    'decisions, search, reports, restart, backup and disk while up to --events events are stored',
    ({ events, bodies, connections, seconds, say, keep }) =>
      measureGrowth({ events, bodies, connections, seconds, say }, keep),
    saveGrowth,
    ({ failure }) => failure !== null,
  ),
  merging: measured(
    'segments of --events purchases merged into larger ones',
    ({ events, bodies, connections, say, keep }) => measureMerging({ events, bodies, connections, say }, keep),
    saveMerging,
  ),
  backtest: measured(
    'only a changed rule tried on stored histories',
    ({ history, say }) => measureBacktests(history, say),
    saveBacktests,
  ),
  search: measured(
    'conditions in FQL over stored events, and look-ups by index',
    ({ history, say }) => measureSearch(history, say),
    saveSearch,
  ),
  'search-fields': measured(
    'search over --events events by every field it offers, and in every order',
    ({ events, say }) => measureSearchFields(events, say),
    saveSearchFields,
    ({ unlike }) => unlike.length > 0,
  ),
  'list-memory': measured(
    'what a list of a million rows takes, in the thread that loads it and in another',
    measureListMemory,
    saveListMemory,
  ),
  lists: measured('look-ups in a list of a million rows, and its activation', measureLists, saveLists),
  uploads: measured('a file of a gigabyte sent and checked, and the memory it takes', measureUploads, saveUploads),
  'list-edits': measured(
    'what one edited cell of a list of a million rows costs beside one of a thousand',
    measureListEdits,
    saveListEdits,
  ),
  commit: measured('what a commit costs in one statement and in steps', measureCommits, saveCommits),
  events: measured(
    'what an event of each kind costs against a purchase, and its validation',
    ({ say, keep }) => measureEventCosts(say, keep),
    saveEventCosts,
  ),
  import: measured(
    'past events a second, one by one and by the command line',
    ({ say, keep }) => measureEventImport(say, keep),
    saveEventImport,
  ),
  latency: measured(
    'how long answers take at constant rates, with few rules and with the full plan',
    ({ seconds, bodies, connections, say, keep }) => measureLatency({ seconds, bodies, connections, say }, keep),
    saveLatency,
  ),
  threads: measured(
    'what answering threads bring: none, one and two beside the thread that stores',
    ({ seconds, rounds, bodies, connections, say, keep }) =>
      measureThreads({ seconds, rounds, bodies, connections, say }, keep),
    saveThreads,
  ),
  tail: measured(
    'why answers are slow at half load, by cause',
    ({ seconds, rounds, bodies, connections, say, keep }) =>
      measureTail({ seconds, rounds, bodies, connections, say }, keep),
    saveTail,
  ),
  masking: {
    title: 'what masking card numbers costs beside parsing a body',
    run: () => Promise.resolve(describeMasking(measureMasking())),
  },
  'tracing-lag': measured(
    'how soon event tracing delivers 500 events a second to each kind of destination',
    ({ seconds, bodies, connections, say, keep }) => measureTracingLag({ seconds, bodies, connections, say }, keep),
    saveTracingLag,
    missesGoal,
  ),
  calls: measured('what an external call costs over the same path without', measureCalls, saveCalls),
  stalls: measured('how long large requests of the console hold everything else up', measureStalls, saveStalls),
  tokens: measured(
    'what wrong secrets at the token endpoint cost purchases',
    ({ seconds, rounds, say, keep }) => measureTokens({ seconds, rounds, say }, keep),
    saveTokens,
  ),
  publish: measured(
    'plan compile and swap with 200 rules, and how long requests wait for it',
    measurePublish,
    savePublish,
  ),
  cases: measured(
    'fifty agents on two nodes that are killed, on 5,000 cases',
    measureConcurrency,
    saveConcurrency,
    ({ damage }) => damage.length > 0,
  ),
  'cases-projection': measured(
    'cases made of 500 reviews a second, and what the projection could take',
    measureCaseProjection,
    saveCaseProjection,
  ),
  'queue-page': measured(
    'pages of a queue with 100,000 pending cases, in every order',
    measureQueuePage,
    saveQueuePage,
  ),
  'queue-http': measured('the same pages over HTTP, by a person who signed in', measureQueueHttp, saveQueueHttp),
  people: measured('pages and permission checks with 1,000 environments and 5,000 people', measurePeople, savePeople),
  'case-report': measured(
    'the report over a million cases, and the cases behind its figures',
    measureCaseReport,
    saveCaseReport,
  ),
  pruning: measured(
    'how much of the net value of forty rules over the Handbook month half of them keep',
    () => measurePruning([1, 2, 3]),
    savePruning,
    (figures) => figures.some(({ kept, rules, keptNet, net }) => kept > rules / 2 || keptNet < 0.99 * net),
  ),
  projections: measured(
    'what each projection costs a thousand events, and the disk it takes',
    measureProjections,
    saveProjections,
  ),
  reports: measured(
    'figures of the Handbook month in several orders of labels, counted again, and what they cost',
    ({ events }) => measureReports(events),
    saveReports,
    ({ unlike, recounted }) => unlike.length + recounted.differences > 0,
  ),
  'report-load': measured(
    'reports over --events events, how soon they count one, and decisions beside a reader',
    ({ events, seconds, rounds, connections, say, keep }) =>
      measureReportLoad({ events, seconds, rounds, connections, say }, keep),
    saveReportLoad,
    ({ unlike }) => unlike.length > 0,
  ),
  review: measured('an analyst in the browser, case after case, by keyboard and by mouse', measureReview, saveReview),
  'cli-start': measured(
    'processor time of small commands of the command line, beside Node alone',
    measureCliStart,
    saveCliStart,
  ),
  fql: {
    title: 'only the rule language, against its peers and its goals',
    run: async ({ results, say }) => {
      await measureLanguage(results, say);
      return '';
    },
  },
};

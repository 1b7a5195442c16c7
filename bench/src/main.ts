import { parseArgs } from 'node:util';
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
import { resultsDirectory } from './results.ts';
import { measureLanguage } from './fql/measure-language.ts';
import { measureEventImport, saveEventImport } from './event-import.ts';
import { measureEventCosts, saveEventCosts } from './event-costs.ts';
import { measureCurve, saveCurve } from './curve.ts';
import { measureFql } from './fql.ts';
import { measureIngest } from './ingest.ts';
import { measureGraph } from './graph/measure-graph.ts';
import { measureGraphLoad, saveGraphLoad } from './graph/measure-graph-load.ts';
import { measureRings } from './graph/measure-rings.ts';
import { saveGraph } from './graph/save-graph.ts';
import { saveRings } from './graph/save-rings.ts';
import { readMachine } from './measure/machine.ts';
import { measureListEdits, saveListEdits } from './list-edits.ts';
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
import { saveNodes } from './save-nodes.ts';
import { saveBackfills } from './save-backfills.ts';
import { startRedisPeer } from './velocity/redis-peer.ts';
import { saveVelocities } from './velocity/save-velocities.ts';
import { measureTokens, saveTokens } from './tokens.ts';
import { measureUploads, saveUploads } from './uploads.ts';
import { measureVelocities } from './velocity.ts';

const HELP = `npm run bench [-- options]
npm run bench -- plan        the whole path with 100 clauses and 30 velocities
npm run bench -- velocity    only the velocity store, against Redis where there is one
npm run bench -- graph       the graph of a million values and five million edges
npm run bench -- graph-load  what three questions to the graph cost events
npm run bench -- rings       fraud rings that one rule over the graph catches, against velocities
npm run bench -- nodes       several nodes that share velocities in Redis
npm run bench -- restart     time to ready again after a kill, with a million keys
npm run bench -- retention   events of long ago removed while others come in
npm run bench -- backfill    live decisions while the history of a velocity set is counted
npm run bench -- curve       cost per decision by what is stored
npm run bench -- backtest    only a changed rule tried on stored histories
npm run bench -- search      conditions in FQL over stored events, and look-ups by index
npm run bench -- lists       look-ups in a list of a million rows, and its activation
npm run bench -- uploads     a file of a gigabyte sent and checked, and the memory it takes
npm run bench -- list-edits  what one edited cell of a list of a million rows costs beside one of a thousand
npm run bench -- import      past events a second, one by one and by the command line
npm run bench -- events      what an event of each kind costs against a purchase, and its validation
npm run bench -- masking     what masking card numbers costs beside parsing a body
npm run bench -- calls       what an external call costs over the same path without
npm run bench -- stalls      how long large requests of the console hold everything else up
npm run bench -- tokens      what wrong secrets at the token endpoint cost purchases
npm run bench -- publish     plan compile and swap with 200 rules, and how long requests wait for it
npm run bench -- cases       fifty agents on two nodes that are killed, on 5,000 cases
npm run bench -- cases-projection  cases made of 500 reviews a second, and what the projection could take
npm run bench -- queue-page  pages of a queue with 100,000 pending cases, in every order
npm run bench -- queue-http  the same pages over HTTP, by a person who signed in
npm run bench -- people      pages and permission checks with 1,000 environments and 5,000 people
npm run bench -- case-report  the report over a million cases, and the cases behind its figures
npm run bench -- pruning     how much of the net value of forty rules over the Handbook month half of them keep
npm run bench -- projections what each projection costs a thousand events, and the disk it takes
npm run bench -- reports     figures of the Handbook month in several orders of labels, counted again, and what they cost
npm run bench -- report-load reports over --events events, how soon they count one, and decisions beside a reader
npm run bench -- review      an analyst in the browser, case after case, by keyboard and by mouse
npm run bench -- cli-start   processor time of small commands of the command line, beside Node alone
npm run bench -- fql         only the rule language, against its peers and its goals

  --seconds <n>      length of each stretch of load (8)
  --rounds <n>       rounds of full load (3)
  --bodies <n>       different bodies (120000)
  --connections <n>  connections (256)
  --events <n>       events stored at the end of the curve and before a run of retention (1000000)
  --history <n>      events of each history of backtests and searches (200000)
  --save             keep the results in bench/results, which is under version control; else below the temporary directory
  --profile <dir>    write CPU profiles of both servers there; nothing is recorded
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
    bodies: { type: 'string', default: '120000' },
    connections: { type: 'string', default: '256' },
    events: { type: 'string', default: '1000000' },
    history: { type: 'string', default: '200000' },
    profile: { type: 'string' },
    save: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** More than a backfill looks at in a stretch under load. */
const BACKFILL_EVENTS = 80_000;

const RESULTS = resultsDirectory(values.save);

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Everything that runs, newest first; each is stopped whatever becomes of the others. */
const running: { readonly stop: () => Promise<void> }[] = [];
const stopAll = async (): Promise<void> => {
  await Promise.allSettled(running.splice(0).map((thing) => thing.stop()));
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stopAll().then(() => process.exit(130)));
}

const benchVelocities = async (): Promise<void> => {
  const peer = await startRedisPeer();
  if (peer) running.unshift(peer);
  const figures = await measureVelocities(peer);
  const machine = await readMachine('');
  say(await saveVelocities(RESULTS, new Date().toISOString(), machine, figures));
};

const benchCurve = async (): Promise<void> => {
  const options = {
    events: Number(values.events),
    bodies: Number(values.bodies),
    connections: Number(values.connections),
    say,
  };
  const curve = await measureCurve(options, (thing) => {
    running.unshift(thing);
    return thing;
  });
  say(`\n${await saveCurve(RESULTS, new Date().toISOString(), curve)}`);
};

const benchBackfill = async (): Promise<void> => {
  const options = {
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    bodies: Number(values.bodies),
    connections: Number(values.connections),
    storedEvents: BACKFILL_EVENTS,
    say,
  };
  const figures = await measureBackfill(options, (thing) => {
    running.unshift(thing);
    return thing;
  });
  say(`\n${await saveBackfills(RESULTS, new Date().toISOString(), figures)}`);
};

const benchReportLoad = async (): Promise<void> => {
  const options = {
    events: Number(values.events),
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    connections: Number(values.connections),
    say,
  };
  const figures = await measureReportLoad(options, (thing) => {
    running.unshift(thing);
    return thing;
  });
  say(await saveReportLoad(RESULTS, new Date().toISOString(), await readMachine(''), figures));
  process.exitCode = figures.unlike.length === 0 ? 0 : 1;
};

const run = async (): Promise<void> => {
  if (values.help) {
    say(HELP);
    return;
  }
  if (positionals.includes('velocity')) {
    await benchVelocities();
    return;
  }
  if (positionals.includes('graph')) {
    say(await saveGraph(RESULTS, new Date().toISOString(), await readMachine(''), measureGraph()));
    return;
  }
  if (positionals.includes('graph-load')) {
    const figures = await measureGraphLoad();
    say(await saveGraphLoad(RESULTS, new Date().toISOString(), await readMachine(''), figures));
    return;
  }
  if (positionals.includes('rings')) {
    say(await saveRings(RESULTS, new Date().toISOString(), await readMachine(''), measureRings()));
    return;
  }
  if (positionals.includes('nodes')) {
    const figures = await measureNodes({ seconds: Number(values.seconds), rounds: Number(values.rounds), say });
    say(await saveNodes(RESULTS, new Date().toISOString(), await readMachine(''), figures));
    return;
  }
  if (positionals.includes('restart')) {
    say(await saveRestart(RESULTS, new Date().toISOString(), await measureRestart(say)));
    return;
  }
  if (positionals.includes('retention')) {
    const figures = await measureRetention({ events: Number(values.events), seconds: Number(values.seconds), say });
    say(await saveRetentionFigures(RESULTS, new Date().toISOString(), await readMachine(''), figures));
    process.exitCode = retentionDamage(figures).length === 0 ? 0 : 1;
    return;
  }
  if (positionals.includes('backtest')) {
    const figures = await measureBacktests(Number(values.history), say);
    say(await saveBacktests(RESULTS, new Date().toISOString(), await readMachine(''), figures));
    return;
  }
  if (positionals.includes('search')) {
    const figures = await measureSearch(Number(values.history), say);
    say(await saveSearch(RESULTS, new Date().toISOString(), await readMachine(''), figures));
    return;
  }
  if (positionals.includes('lists')) {
    const figures = await measureLists();
    say(await saveLists(RESULTS, new Date().toISOString(), await readMachine(''), figures));
    return;
  }
  if (positionals.includes('uploads')) {
    const figures = await measureUploads();
    say(await saveUploads(RESULTS, new Date().toISOString(), await readMachine(''), figures));
    return;
  }
  if (positionals.includes('cases')) {
    const figures = await measureConcurrency();
    say(await saveConcurrency(RESULTS, new Date().toISOString(), await readMachine(''), figures));
    process.exitCode = figures.damage.length === 0 ? 0 : 1;
    return;
  }
  if (positionals.includes('cases-projection')) {
    const figures = await measureCaseProjection();
    say(await saveCaseProjection(RESULTS, new Date().toISOString(), await readMachine(''), figures));
    return;
  }
  if (positionals.includes('queue-page')) {
    const figures = await measureQueuePage();
    say(await saveQueuePage(RESULTS, new Date().toISOString(), await readMachine(''), figures));
    return;
  }
  if (positionals.includes('queue-http')) {
    const figures = await measureQueueHttp();
    say(await saveQueueHttp(RESULTS, new Date().toISOString(), await readMachine(''), figures));
    return;
  }
  if (positionals.includes('people')) {
    const figures = await measurePeople();
    say(await savePeople(RESULTS, new Date().toISOString(), await readMachine(''), figures));
    return;
  }
  if (positionals.includes('case-report')) {
    const figures = await measureCaseReport();
    say(await saveCaseReport(RESULTS, new Date().toISOString(), await readMachine(''), figures));
    return;
  }
  if (positionals.includes('pruning')) {
    const figures = await measurePruning([1, 2, 3]);
    say(await savePruning(RESULTS, new Date().toISOString(), await readMachine(''), figures));
    process.exitCode = figures.every(({ kept, rules, keptNet, net }) => kept <= rules / 2 && keptNet >= 0.99 * net)
      ? 0
      : 1;
    return;
  }
  if (positionals.includes('projections')) {
    const figures = await measureProjections();
    say(await saveProjections(RESULTS, new Date().toISOString(), await readMachine(''), figures));
    return;
  }
  if (positionals.includes('reports')) {
    const figures = await measureReports(Number(values.events));
    say(await saveReports(RESULTS, new Date().toISOString(), await readMachine(''), figures));
    process.exitCode = figures.unlike.length + figures.recounted.differences === 0 ? 0 : 1;
    return;
  }
  if (positionals.includes('report-load')) {
    await benchReportLoad();
    return;
  }
  if (positionals.includes('review')) {
    const figures = await measureReview();
    say(await saveReview(RESULTS, new Date().toISOString(), await readMachine(''), figures));
    return;
  }
  if (positionals.includes('list-edits')) {
    const figures = await measureListEdits();
    say(await saveListEdits(RESULTS, new Date().toISOString(), await readMachine(''), figures));
    return;
  }
  if (positionals.includes('calls')) {
    const figures = await measureCalls();
    say(await saveCalls(RESULTS, new Date().toISOString(), await readMachine(''), figures));
    return;
  }
  if (positionals.includes('masking')) {
    say(describeMasking(measureMasking()));
    return;
  }
  if (positionals.includes('stalls')) {
    const figures = await measureStalls();
    say(await saveStalls(RESULTS, new Date().toISOString(), await readMachine(''), figures));
    return;
  }
  if (positionals.includes('tokens')) {
    const options = { seconds: Number(values.seconds), rounds: Number(values.rounds), say };
    const figures = await measureTokens(options, (thing) => {
      running.unshift(thing);
      return thing;
    });
    say(await saveTokens(RESULTS, new Date().toISOString(), await readMachine(''), figures));
    return;
  }
  if (positionals.includes('import')) {
    const figures = await measureEventImport(say, (thing) => {
      running.unshift(thing);
      return thing;
    });
    say(await saveEventImport(RESULTS, new Date().toISOString(), await readMachine(''), figures));
    return;
  }
  if (positionals.includes('publish')) {
    const figures = await measurePublish();
    say(await savePublish(RESULTS, new Date().toISOString(), await readMachine(''), figures));
    return;
  }
  if (positionals.includes('events')) {
    const costs = await measureEventCosts(say, (thing) => {
      running.unshift(thing);
      return thing;
    });
    say(await saveEventCosts(RESULTS, new Date().toISOString(), await readMachine(''), costs));
    return;
  }
  if (positionals.includes('cli-start')) {
    const figures = await measureCliStart();
    say(await saveCliStart(RESULTS, new Date().toISOString(), await readMachine(''), figures));
    return;
  }
  if (positionals.includes('fql')) {
    await measureLanguage(RESULTS, say);
    return;
  }
  if (positionals.includes('backfill')) {
    await benchBackfill();
    return;
  }
  if (positionals.includes('curve')) {
    await benchCurve();
    return;
  }
  const fql = measureFql();
  say(
    `Rule language: ${fql.clauses} clauses compile in ${(fql.compileUs / 1000).toFixed(1)} ms and run in ${fql.runUs.toFixed(1)} µs.`,
  );
  const options = {
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    bodies: Number(values.bodies),
    connections: Number(values.connections),
    withPlan: positionals.includes('plan'),
    profileDirectory: values.profile ?? null,
    say,
  };
  const ingest = await measureIngest(options, (thing) => {
    running.unshift(thing);
    return thing;
  });
  const report = { ...ingest, fql };
  if (values.profile === undefined) say(`\n${await saveReport(RESULTS, report)}`);
  else say(`\n${JSON.stringify(report, null, 2)}`);
};

try {
  await run();
} finally {
  await stopAll();
}

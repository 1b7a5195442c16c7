import type { Clock } from '@redoubt/kernel';
import { SingleBar } from 'cli-progress';
import { formatCount, formatDuration, formatRate } from './format.ts';
import { createRateMeter } from './rate-meter.ts';
import type { Terminal } from './terminal.ts';

/** How far a long job has come. */
export type ProgressState = {
  /** Things done in all, this run's and earlier ones'. */
  readonly count: number;
  /** Part of the whole job, 0 to 1. */
  readonly share: number;
};

export type Progress = {
  readonly update: (state: ProgressState) => void;
  /** Draws the last state and leaves the line. */
  readonly finish: () => void;
};

const LINE_EVERY_MS = 5000;
const BAR_STEPS = 1000;

/**
 * Shows how far a job has come: a bar with rate and remaining time on a screen, a plain line every five seconds
 * elsewhere.
 */
export const createProgress = (terminal: Terminal, clock: Clock, noun: string): Progress => {
  const rate = createRateMeter(clock);
  const startMs = clock.now();
  let startShare: number | null = null;
  let lastLineMs = startMs;

  const facts = ({ count, share }: ProgressState): { count: string; rate: string; left: string } => {
    const advanced = share - (startShare ?? share);
    const leftMs = advanced > 0 ? ((clock.now() - startMs) / advanced) * (1 - share) : null;
    return {
      count: `${formatCount(count)} ${noun}`,
      rate: formatRate(rate.perSecond()),
      left: leftMs === null ? 'working' : `${formatDuration(leftMs)} left`,
    };
  };

  const seen = (state: ProgressState): void => {
    startShare ??= state.share;
    rate.note(state.count);
  };

  if (terminal.screen === null) {
    return {
      update: (state) => {
        seen(state);
        if (clock.now() - lastLineMs < LINE_EVERY_MS) return;
        lastLineMs = clock.now();
        const { count, rate: speed, left } = facts(state);
        terminal.error(`${(state.share * 100).toFixed(0).padStart(3)} %  ${count}  ${speed}  ${left}`);
      },
      finish: () => undefined,
    };
  }
  const bar = new SingleBar({
    stream: terminal.screen,
    format: '{bar} {percentage} %  {count}  {rate}  {left}',
    barCompleteChar: '━',
    barIncompleteChar: '╌',
    barsize: 32,
    hideCursor: true,
    gracefulExit: false,
  });
  bar.start(BAR_STEPS, 0, { count: `0 ${noun}`, rate: '', left: 'working' });
  return {
    update: (state) => {
      seen(state);
      bar.update(Math.floor(state.share * BAR_STEPS), facts(state));
    },
    finish: () => bar.stop(),
  };
};

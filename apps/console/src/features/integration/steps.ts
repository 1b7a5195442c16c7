import type { IntegrationStatus } from '@redoubt/contracts';
import { kindFacts } from '@redoubt/domain';

export const STEPS = ['application', 'call', 'accepted', 'decided', 'devices', 'followed', 'clean'] as const;
export type Step = (typeof STEPS)[number];
export type StepState = 'notBegun' | 'begun' | 'done';

/** One refused call in a hundred is what a sound integration stays below. */
const SOUND_SHARE = 0.01;

const stateOf = (isDone: boolean, isBegun: boolean): StepState => (isDone ? 'done' : isBegun ? 'begun' : 'notBegun');

/** How far each step of an integration is, by what was really called. */
export const stepStates = ({ applications, apis, devices }: IntegrationStatus): Readonly<Record<Step, StepState>> => {
  const done = apis.filter(({ state }) => state === 'done');
  const calls = apis.reduce((sum, api) => sum + api.calls, 0);
  const errors = apis.reduce((sum, api) => sum + api.errors, 0);
  const wasCalled = apis.some(({ state }) => state !== 'notBegun');
  return {
    application: stateOf(applications.usable > 0, false),
    call: stateOf(applications.called > 0 || wasCalled, applications.usable > 0),
    accepted: stateOf(done.length > 0, wasCalled),
    decided: stateOf(
      done.some(({ api }) => kindFacts(api).role === 'assessment'),
      done.length > 0,
    ),
    devices: stateOf(devices.recent > 0, devices.newestAt !== null),
    followed: stateOf(
      done.some(({ api }) => kindFacts(api).role !== 'assessment'),
      done.length > 0,
    ),
    clean: stateOf(calls > 0 && errors / calls < SOUND_SHARE, calls > 0),
  };
};

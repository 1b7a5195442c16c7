import { BUILT_IN_SUBJECT_PATH, BUILT_IN_SUBJECTS } from '@redoubt/domain';
import { DAY_MS } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSubjectKeys } from '../secrets/subject-keys.ts';
import { workOff } from '../testing/jobs.ts';
import { INSTALLATION_KEY } from '../testing/merchant.ts';
import { noticesOf } from '../testing/raised-notices.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { noticeDueRequests } from './notice-requests.ts';
import { createSubjectJobs } from './subject-jobs.ts';
import { putSubjectApproval, submitSubjectRequest } from './subject-requests.commands.ts';

const test = useDatabase();
const keys = createSubjectKeys(INSTALLATION_KEY);
const PERSON = 'person-77001';
const subject = { assessment: BUILT_IN_SUBJECTS, property: BUILT_IN_SUBJECT_PATH, value: PERSON };
let scene: Scene;

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {} });
});
afterEach(() => test.asAdmin('delete from subject_request; delete from job'));

const submit = async (type: 'Export' | 'Delete'): Promise<string> => {
  const confirmation = type === 'Delete' ? { confirmation: PERSON } : {};
  const { id } = await submitSubjectRequest(scene.contextIn('Root'), keys, { ...subject, type, ...confirmation });
  return `/settings/subject/requests?request=${id}`;
};
const place = () => ({ database: test.database, clock: scene.clock });
const jobs = () => createSubjectJobs(test.database, scene.clock, keys);

it('of an export that is ready those who answer persons are notified, without a word of the person', async () => {
  const link = await submit('Export');
  scene.clock.advance(DAY_MS);
  await workOff(place(), jobs());
  const notices = [{ code: 'SUBJECT-REQUEST-DONE', severity: 'Success', params: {}, link }];
  expect(await noticesOf(scene)).toEqual(notices);
  expect(await noticesOf(scene, 'Mara Lindqvist')).toEqual(notices);
  expect(await noticesOf(scene, 'Ana', ['ManualReviewAnalyst'])).toEqual([]);
});

it('a request that was given up raises a notice', async () => {
  const link = await submit('Export');
  await workOff(place(), { ...jobs(), mostAttempts: 1, run: () => Promise.reject(new Error('the disk is full')) });
  expect(await noticesOf(scene)).toEqual([{ code: 'SUBJECT-REQUEST-FAILED', severity: 'Error', params: {}, link }]);
});

it('of a deletion that waits for a second person all are notified but the one who asked', async () => {
  await putSubjectApproval(scene.contextIn('Root'), { required: true });
  await submit('Delete');
  expect(await noticesOf(scene)).toMatchObject([
    { code: 'SUBJECT-REQUEST-APPROVAL', params: { by: 'Mara Lindqvist' }, link: '/settings/subject/requests' },
  ]);
  expect(await noticesOf(scene, 'Mara Lindqvist')).toEqual([]);
});

it('a request that is still open a week before its day raises one notice', async () => {
  const link = await submit('Export');
  const due = () => noticeDueRequests(test.database, scene.clock);
  await due();
  expect(await noticesOf(scene)).toEqual([]);
  scene.clock.advance(24 * DAY_MS);
  await due();
  await due();
  const params = { date: expect.stringMatching(/^2026-04-\d\d$/) };
  expect(await noticesOf(scene)).toEqual([{ code: 'SUBJECT-REQUEST-DUE', severity: 'Warning', params, link }]);
});

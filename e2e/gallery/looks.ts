import type { PEOPLE } from '../support/test.ts';

/** One way to look at every page. */
export type Look = {
  readonly name: string;
  readonly theme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
  readonly person: keyof typeof PEOPLE;
  readonly language: string;
  /** What becomes of the answers of the console's endpoints, those of the frame excepted. */
  readonly answers: 'given' | 'held' | 'failing';
  /** Where it is not the first of the demonstration. */
  readonly environmentId?: string;
};

/** North America, where nothing was sent yet. */
const NOTHING_SENT = '5d0e0000-0001-4000-8000-000000000003';

const PLAIN: Look = {
  name: 'light',
  theme: 'light',
  width: 1440,
  height: 900,
  person: 'productAdmin',
  language: 'en-US',
  answers: 'given',
};

export const LOOKS: readonly Look[] = [
  PLAIN,
  { ...PLAIN, name: 'dark-narrow', theme: 'dark', width: 1024, height: 768 },
  { ...PLAIN, name: 'empty', environmentId: NOTHING_SENT },
  { ...PLAIN, name: 'loading', answers: 'held' },
  { ...PLAIN, name: 'failing', answers: 'failing' },
  { ...PLAIN, name: 'reader', person: 'viewer' },
  { ...PLAIN, name: 'german-narrow', width: 1024, height: 768, language: 'de-DE' },
  { ...PLAIN, name: 'zoomed', width: 640, height: 400 },
  { ...PLAIN, name: 'phone', width: 320, height: 640, language: 'de-DE' },
];

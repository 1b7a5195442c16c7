import type { Geography } from '@redoubt/contracts';
import { DAY_MS } from '@redoubt/kernel';
import { BUILT_IN_ATTESTATION, type AttestationText } from '@redoubt/services';
import { BootError } from '@redoubt/storage';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { InstallationFacts } from '../features/bindings.ts';
import type { Settings } from './settings/settings.ts';

/** Reads `EU=Europe,US=United States`. */
const geographiesOf = (text: string): readonly Geography[] =>
  text.split(',').map((pair) => {
    const [code = '', friendlyName = ''] = pair.split('=');
    return { code: code.trim(), friendlyName: friendlyName.trim() };
  });

const statementOf = async (file: string | undefined): Promise<AttestationText> => {
  if (file === undefined) return BUILT_IN_ATTESTATION;
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new BootError(`ATTESTATION_FILE cannot be read: ${file}.`, { cause });
  });
  if (text.trim() === '') throw new BootError(`ATTESTATION_FILE is empty: ${file}.`);
  const hash = createHash('sha256').update(text.trim()).digest('hex').slice(0, 12);
  return { version: `own-${hash}`, text: text.trim() };
};

/** What the operator decided for the whole installation. Throws `BootError` for a statement that cannot be read. */
export const readInstallation = async (settings: Settings): Promise<InstallationFacts> => ({
  statement: await statementOf(settings.ATTESTATION_FILE),
  geographies: geographiesOf(settings.GEOGRAPHIES),
  undoWindowMs: settings.ENVIRONMENT_UNDO_DAYS * DAY_MS,
});

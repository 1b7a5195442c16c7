import {
  getMe as getMeEndpoint,
  getMyTenants as getMyTenantsEndpoint,
  putSettings as putSettingsEndpoint,
  settings,
  type Me,
} from '@redoubt/contracts';
import type { Json } from '@redoubt/kernel';
import { getMe, getMyTenants, putSettings, type AttestationText } from '@redoubt/services';
import { bind, personOf, type Binding } from '../../http/binding.ts';

/** Preferences as saved; what an earlier release saved, or nothing, is filled up with defaults. */
const settingsOf = (stored: Json | undefined) => {
  const parsed = settings.safeParse(stored ?? {});
  return parsed.success ? parsed.data : settings.parse({});
};

/** Which build runs where, as the about box shows it. */
export type BuildFacts = Me['build'];

export const createMeBindings = (build: BuildFacts, statement: AttestationText): readonly Binding[] => [
  bind(getMeEndpoint, async ({ caller, context }) => {
    const { storedSettings, ...answer } = await getMe(context, personOf(caller), statement);
    return { ...answer, settings: settingsOf(storedSettings), build };
  }),
  bind(putSettingsEndpoint, async ({ body, context }) => {
    await putSettings(context, body);
    return body;
  }),
  bind(getMyTenantsEndpoint, ({ caller, context }) => getMyTenants(context, personOf(caller).username)),
];

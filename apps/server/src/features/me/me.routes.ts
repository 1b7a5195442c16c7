import { getMe as getMeEndpoint, putSettings as putSettingsEndpoint, settings, type Me } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import type { Json } from '@redoubt/kernel';
import { getMe, putSettings } from '@redoubt/services';
import { bind, type Binding } from '../../http/binding.ts';

/** Preferences as saved; what an earlier release saved, or nothing, is filled up with defaults. */
const settingsOf = (stored: Json | undefined) => {
  const parsed = settings.safeParse(stored ?? {});
  return parsed.success ? parsed.data : settings.parse({});
};

/** Which build runs where, as the about box shows it. */
export type BuildFacts = Me['build'];

export const createMeBindings = (build: BuildFacts): readonly Binding[] => [
  bind(getMeEndpoint, async ({ caller, context }) => {
    if (caller.kind !== 'person') throw fail('AUTH-FORBIDDEN', { permission: 'console' });
    const { storedSettings, ...answer } = await getMe(context, caller);
    return { ...answer, settings: settingsOf(storedSettings), build };
  }),
  bind(putSettingsEndpoint, async ({ body, context }) => {
    await putSettings(context, body);
    return body;
  }),
];

import type { Endpoint } from '@redoubt/contracts';
import type { Json } from '@redoubt/kernel';
import type { Database } from '@redoubt/storage';
import type { ConsolePerson } from '../../testing/console-app.ts';
import type { SceneTenant } from '../../testing/scene.ts';

/** A person with every permission, in an environment that decides with `FILES`. */
export type Scene = { readonly database: Database; readonly tenant: SceneTenant; readonly admin: ConsolePerson };

/** A call that changes what decides. */
type Call = { readonly params?: object; readonly query?: object; readonly body?: Json | string | object };
export type Scenario = readonly [endpoint: Endpoint, prepare: (scene: Scene) => Promise<Call>];

import type { FastifyInstance } from 'fastify';
import { CASE_ENDPOINT_IDS, registerCases } from './case-endpoints.ts';
import { EVENT_ENDPOINT_IDS, registerEvents } from './event-endpoints.ts';
import { EXPORT_ENDPOINT_IDS, registerExport } from './export-endpoints.ts';
import { PROVISIONING_ENDPOINT_IDS, registerProvisioning } from './provisioning-endpoints.ts';
import { registerPublicFrame, type PublicDependencies } from './public-frame.ts';

/** The public API: events of merchants, the environments they are sent to, cases, and the bulk reading of what is stored. */
export const registerPublicEndpoints = (app: FastifyInstance, dependencies: PublicDependencies): Promise<void> =>
  registerPublicFrame(app, dependencies, (frame) => {
    registerEvents(frame, dependencies);
    registerProvisioning(frame, dependencies);
    registerCases(frame, dependencies);
    registerExport(frame, dependencies);
  });

/** Ids of the endpoints bound here, for the guard test of the table. */
export const PUBLIC_ENDPOINT_IDS: readonly string[] = [
  ...EVENT_ENDPOINT_IDS,
  ...PROVISIONING_ENDPOINT_IDS,
  ...CASE_ENDPOINT_IDS,
  ...EXPORT_ENDPOINT_IDS,
];

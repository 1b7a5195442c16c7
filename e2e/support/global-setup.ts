import { startServer } from './server.ts';

/** One server for all journeys; workers find its facts in the environment. */
const globalSetup = async (): Promise<() => Promise<void>> => {
  const server = await startServer();
  process.env.REDOUBT_E2E_DATA = server.dataDirectory;
  process.env.REDOUBT_E2E_DEMO = JSON.stringify(server.demo);
  return server.stop;
};

export default globalSetup;

export { readSettings, SettingsError, type Settings } from './boot/settings.ts';
export { parseBody } from './public-api/body/text-to-json.ts';
export { startServer, type RunningServer, type ServerOptions } from './boot/start-server.ts';

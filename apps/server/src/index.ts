export { readSettings, SettingsError, type Settings } from './boot/settings.ts';
export { parseBody } from './public-api/body/text-to-json.ts';
export { type ServerOptions } from './boot/server-options.ts';
export { startServer, type RunningServer } from './boot/start-server.ts';

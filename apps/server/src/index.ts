export { readSettings, SettingsError, type Settings } from './boot/settings/settings.ts';
export { parseBody } from './public-api/body/text-to-json.ts';
export { type ServerOptions } from './boot/settings/server-options.ts';
export { startServer, type RunningServer } from './boot/start-server.ts';

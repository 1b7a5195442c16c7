export { readSettings, SettingsError, type Settings } from './boot/settings.ts';
export { startServer, type RunningServer, type ServerOptions } from './boot/start-server.ts';

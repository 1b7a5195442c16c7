/** On answers to the console: the build of the console this server brings along. A page of another build is to be reloaded. */
export const CONSOLE_BUILD_HEADER = 'x-redoubt-console';

/** A build is known by the name of its first script, which carries a hash of all that it loads. */
export const consoleBuildOf = (scriptAddress: string): string =>
  scriptAddress.slice(scriptAddress.lastIndexOf('/') + 1);

export {};

declare global {
  var __zod_globalConfig: Record<string, unknown> | undefined;
}

// The content security policy forbids making code from text; without this the library of schemas tries where a page brings it, and the
// browser reports it. By its global configuration, because the start does not have the library.
globalThis.__zod_globalConfig = Object.assign(globalThis.__zod_globalConfig ?? {}, { jitless: true });

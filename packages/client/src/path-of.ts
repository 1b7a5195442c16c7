import type { Endpoint } from '@redoubt/contracts';

/** Address of an endpoint with its parameters filled in. */
export const pathOf = ({ path }: Endpoint, names: Readonly<Record<string, string>> = {}): string =>
  path.replaceAll(/:(\w+)/g, (_parameter, name: string) => encodeURIComponent(names[name] ?? '-'));

import { ENDPOINTS, getHealth, type Endpoint } from '@redoubt/contracts';
import { API_ROLES, CAPABILITIES, isErrorCode } from '@redoubt/domain';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createBindings } from './features/bindings.ts';
import { PUBLIC_ENDPOINT_IDS } from './public-api/public-endpoints.ts';
import { testCalls } from './testing/scene.ts';

const BUILD = { label: 'test', environment: 'development' };
const isConsole = (endpoint: Endpoint): boolean => endpoint.path.startsWith('/platform/v1/');

const parameterNames = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');

const shapeOf = (schema: z.ZodType): Record<string, z.ZodType> => (schema instanceof z.ZodObject ? schema.shape : {});

/** Objects of a schema, however deep, that would let unknown properties through. */
const openObjects = (schema: unknown, path: string, seen = new Set<unknown>()): string[] => {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const node = schema as { type?: unknown; additionalProperties?: unknown; properties?: Record<string, unknown> };
  const isOpen = node.type === 'object' && node.properties !== undefined && node.additionalProperties !== false;
  const below = Object.entries(schema).flatMap(([key, value]) => openObjects(value, `${path}.${key}`, seen));
  return isOpen ? [path, ...below] : below;
};

describe('the endpoint table', () => {
  it('has one row per id and one per method and path', () => {
    const ids = ENDPOINTS.map((endpoint) => endpoint.id);
    const places = ENDPOINTS.map(
      (endpoint) => `${endpoint.method} ${endpoint.path.toLowerCase().replaceAll(/:\w+/g, ':')}`,
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(places).size).toBe(places.length);
  });

  it('is bound row by row: nothing twice, nothing left out', () => {
    const bound = [
      ...createBindings(BUILD, testCalls()).map((binding) => binding.endpoint.id),
      ...PUBLIC_ENDPOINT_IDS,
      getHealth.id,
    ].sort();
    expect(bound).toEqual(ENDPOINTS.map((endpoint) => endpoint.id).sort());
  });

  it.each(ENDPOINTS.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s names a permission that exists',
    (_id, endpoint) => {
      const [capability, access] = endpoint.permission.split(':');
      const isCapability =
        (CAPABILITIES as readonly string[]).includes(capability ?? '') && /^(?:read|write)$/.test(access ?? '');
      const isOther = ['signedIn', 'anonymous', ...API_ROLES].includes(endpoint.permission);
      expect(isCapability || isOther).toBe(true);
      if (isConsole(endpoint)) expect(endpoint.permission).not.toBe('anonymous');
      if (isCapability) expect(endpoint.path).toContain('/environments/:environmentId');
      if (
        endpoint.method !== 'GET' &&
        isCapability &&
        !/evaluate|acceptance-booster\/preview$|search\/|reports\/(?:(?:rules|arrivals|chargebacks|observations)\/)?(?:query|list)$|audit\/(?:search|export|verification)$/.test(
          endpoint.path,
        )
      )
        expect(access).toBe('write');
    },
  );

  it.each(ENDPOINTS.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s describes each parameter of its path',
    (_id, endpoint) => {
      expect(Object.keys(shapeOf(endpoint.params)).sort()).toEqual(parameterNames(endpoint.path).sort());
    },
  );

  it.each(ENDPOINTS.filter(isConsole).map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s takes and answers closed objects',
    (_id, endpoint) => {
      for (const schema of [endpoint.params, endpoint.query, endpoint.body, endpoint.response]) {
        expect(openObjects(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }), '$')).toEqual([]);
      }
    },
  );

  it('declares only errors of the catalogue', () => {
    expect(ENDPOINTS.flatMap((endpoint) => endpoint.errors).filter((code) => !isErrorCode(code))).toEqual([]);
  });
});

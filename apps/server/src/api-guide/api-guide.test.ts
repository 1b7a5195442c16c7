import { DOCUMENTED_CALLS } from '@redoubt/contracts';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { GUIDE_PATH, OPENAPI_PATH, registerApiGuide } from './api-guide.routes.ts';
import { html } from './html.ts';

const serve = () => {
  const app = createApp({ log: pino({ level: 'silent' }), connectOrigins: () => [] });
  registerApiGuide(app, '1 < 2');
  return app;
};

it('shows every call on one page that needs no script and nothing from elsewhere', async () => {
  const response = await serve().inject(GUIDE_PATH);
  expect(response.headers['content-type']).toContain('text/html');
  for (const { id, endpoint } of DOCUMENTED_CALLS) {
    expect(response.body).toContain(`id="${id}"`);
    expect(response.body).toContain(endpoint.path);
  }
  expect(response.body).toContain('Version 1 &lt; 2.');
  expect(response.body).not.toMatch(/<script|<link|<img|(?:src|href)="(?:https?:)?\/\/|\bundefined\b|\[object/i);
});

it('serves the OpenAPI document', async () => {
  const response = await serve().inject(OPENAPI_PATH);
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(response.json()).toMatchObject({ openapi: '3.1.1', info: { version: '1 < 2' } });
});

it('names the token address of the tenant asked for, and of none where that is no name', async () => {
  const addressFor = async (tenant: string) => {
    const response = await serve().inject({ url: OPENAPI_PATH, query: { tenant } });
    const { components } = response.json<{
      components: {
        securitySchemes: { oauth2: { type: string; flows: { clientCredentials: { tokenUrl: string } } } };
      };
    }>();
    return components.securitySchemes.oauth2.flows.clientCredentials.tokenUrl;
  };
  expect(await addressFor('shop.example')).toBe('/shop.example/oauth2/v2.0/token');
  expect(await addressFor('"/><script>')).toBe('/TENANT-ID/oauth2/v2.0/token');
});

it('escapes every text that goes into a page', () => {
  expect(html`<p title="${'"'}">${'<b>&'}${[html`<i>${1}</i>`]}${null}</p>`.html).toBe(
    '<p title="&quot;">&lt;b&gt;&amp;<i>1</i></p>',
  );
});

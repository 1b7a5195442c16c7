import {
  DOCUMENTED_CALLS,
  DOCUMENTED_GROUPS,
  type DocumentedBody,
  type DocumentedCall,
  type DocumentedGroup,
} from '@redoubt/contracts';
import type { Field, ObjectSchema } from '@redoubt/domain';
import type { Json } from '@redoubt/kernel';
import { STYLE } from './guide-style.ts';
import { html, type Html } from './html.ts';

const EXAMPLE_TITLES: Readonly<Record<string, string>> = {
  minimal: 'Smallest body',
  full: 'Full body',
  change: 'A change',
};

const TYPE_NAMES: Readonly<Record<Field['type'], string>> = {
  text: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: 'true or false',
  dateTime: 'date-time',
  object: 'object',
  list: 'list',
  open: 'own attributes',
  freeList: 'list',
  freeObject: 'object',
};

const valuesOf = (field: Field): Html | null =>
  'values' in field && field.values !== null
    ? html`<span class="values">${field.values.map((value) => html`<code>${value}</code> `)}</span>`
    : null;

const fieldRow = (name: string, field: Field): Html => html`
  <tr>
    <td><code>${name}</code>${field.required ? html` <span class="required">required</span>` : null}</td>
    <td>${TYPE_NAMES[field.type]}${field.type === 'list' && field.orSingle ? ', or one object' : ''}</td>
    <td>
      ${field.description} ${valuesOf(field)}
      ${
        'schema' in field
          ? html`<details>
              <summary>Members of ${name}</summary>
              ${fieldTable(field.schema)}
            </details>`
          : null
      }
    </td>
  </tr>
`;

const fieldTable = (schema: ObjectSchema): Html => html`
  <table>
    <thead>
      <tr>
        <th>Name</th>
        <th>Type</th>
        <th>Meaning</th>
      </tr>
    </thead>
    <tbody>
      ${Object.entries(schema).map(([name, field]) => fieldRow(name, field))}
    </tbody>
  </table>
`;

const example = (title: string, body: Json): Html => html`
  <details>
    <summary>${title}</summary>
    <pre tabindex="0">${JSON.stringify(body, null, 2)}</pre>
  </details>
`;

const bodyOf = ({ title, schema, examples }: DocumentedBody): Html => html`
  ${title === null ? null : html`<h4>${title}</h4>`}
  ${Object.entries(examples).map(([name, body]) => example(EXAMPLE_TITLES[name] ?? name, body))}
  <details>
    <summary>All fields</summary>
    ${fieldTable(schema)}
  </details>
`;

const section = ({ id, endpoint, success, aliases, bodies }: DocumentedCall): Html => html`
  <section id="${id}">
    <h3><span class="method">${endpoint.method}</span> <code>${endpoint.path}</code></h3>
    <p>${endpoint.summary}</p>
    <p class="soft">
      ${success.description}
      ${aliases.length === 0 ? null : html`Older addresses: ${aliases.map((alias) => html`<code>${alias}</code> `)}`}
    </p>
    ${bodies.map(bodyOf)}
  </section>
`;

const callsOf = (group: DocumentedGroup): readonly DocumentedCall[] =>
  DOCUMENTED_CALLS.filter((call) => call.group === group);

/** The guide of the public API: one page without scripts, made once, that loads nothing from other hosts. */
export const guidePage = (documentPath: string, version: string): string =>
  `<!doctype html>${
    html`<html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Public API · Redoubt</title>
        <style>
          ${{ html: STYLE }}
        </style>
      </head>
      <body>
        <nav aria-label="Calls">
          <a href="#top" class="product">Redoubt public API</a>
          ${DOCUMENTED_GROUPS.map(
            ({ id, title }) => html`
              <h2>${title}</h2>
              <ul>
                ${callsOf(id).map((call) => html`<li><a href="#${call.id}">${call.id}</a></li>`)}
              </ul>
            `,
          )}
        </nav>
        <main id="top">
          <h1>Public API</h1>
          <p>
            Version ${version}. The same as <a href="${documentPath}">OpenAPI 3.1</a>, for generators and tools. Every
            call carries <code>Authorization: Bearer …</code> and <code>x-ms-dfpenvid</code>, the environment by its id
            or by the path of its API ids.
          </p>
          <p>
            Paths, property names and values of enumerations match in any letter case. Null counts as absent. What is
            not listed is kept, and rules can read it. A refusal lists every wrong place of the body with its reason.
          </p>
          ${DOCUMENTED_GROUPS.map(
            ({ id, title, description }) => html`
              <h2>${title}</h2>
              <p>${description}</p>
              ${callsOf(id).map(section)}
            `,
          )}
        </main>
      </body>
    </html>`.html
  }`;

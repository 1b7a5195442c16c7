import { PUBLIC_EVENTS, publicAliasesOf } from '@redoubt/contracts';
import {
  EVENT_EXAMPLES,
  EVENT_KINDS,
  EVENT_SCHEMAS,
  isAssessmentKind,
  type EventKind,
  type Field,
  type ObjectSchema,
} from '@redoubt/domain';
import type { Json } from '@redoubt/kernel';
import { STYLE } from './guide-style.ts';
import { html, type Html } from './html.ts';

const KINDS = Object.keys(PUBLIC_EVENTS) as EventKind[];

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

const section = (kind: EventKind): Html => {
  const { path, summary } = PUBLIC_EVENTS[kind];
  const { minimal, full } = EVENT_EXAMPLES[kind];
  return html`
    <section id="${kind}">
      <h3><span class="method">POST</span> <code>${path}</code></h3>
      <p>${summary}</p>
      <p class="soft">
        ${
          isAssessmentKind(kind)
            ? 'Decided and stored once: an id that came before gets the answer it got then.'
            : 'Stored and merged by its id: what is left out keeps its value, and events may come in any order.'
        }
        Older addresses: ${publicAliasesOf(kind).map((alias) => html`<code>${alias}</code> `)}
      </p>
      ${example('Smallest body', minimal)} ${example('Full body', full)}
      <details>
        <summary>All fields</summary>
        ${fieldTable(EVENT_SCHEMAS[kind])}
      </details>
    </section>
  `;
};

const GENERATIONS = [
  { id: 'purchase', title: 'Purchase protection' },
  { id: 'account', title: 'Account protection' },
] as const;

const kindsOf = (generation: string): readonly EventKind[] =>
  KINDS.filter((kind) => EVENT_KINDS[kind].generation === generation);

/** The guide of the public API: one page without scripts, made once, that asks nobody else for anything. */
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
        <nav aria-label="Events">
          <a href="#top" class="product">Redoubt public API</a>
          ${GENERATIONS.map(
            ({ id, title }) => html`
              <h2>${title}</h2>
              <ul>
                ${kindsOf(id).map((kind) => html`<li><a href="#${kind}">${kind}</a></li>`)}
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
          ${GENERATIONS.map(
            ({ id, title }) => html`
              <h2>${title}</h2>
              ${kindsOf(id).map(section)}
            `,
          )}
        </main>
      </body>
    </html>`.html
  }`;

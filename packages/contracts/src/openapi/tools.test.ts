import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTs, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from './openapi.ts';

const document = openApiDocument('test', 'shop.example');

it('is free of everything that the recommended rules of Redocly name', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  const told = problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`);
  // Asking for the health sends nothing that could be wrong.
  expect(told.filter((each) => !/^operation-4xx-response \S+health\//.test(each))).toEqual([]);
});

describe('a client that openapi-typescript generates', () => {
  let generated: string;
  beforeAll(async () => {
    generated = astToString(await openapiTs(JSON.stringify(document)));
  });

  /** What the compiler says of a program that uses the generated types. */
  const problemsOf = (program: string): readonly string[] => {
    const files = new Map([
      ['/api.ts', generated],
      ['/program.ts', program],
    ]);
    const options: ts.CompilerOptions = {
      strict: true,
      noEmit: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      types: [],
    };
    const disk = ts.createCompilerHost(options);
    const host: ts.CompilerHost = {
      ...disk,
      fileExists: (name) => files.has(name) || disk.fileExists(name),
      readFile: (name) => files.get(name) ?? disk.readFile(name),
      getSourceFile: (name, version) => {
        const text = files.get(name);
        return text === undefined ? disk.getSourceFile(name, version) : ts.createSourceFile(name, text, version);
      },
    };
    return ts
      .getPreEmitDiagnostics(ts.createProgram([...files.keys()], options, host))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  };

  const SEND = (member: string) => `
    import type { paths } from './api';
    type Purchase = paths['/v1.0/MerchantServices/events/Purchase']['post'];
    type Body = Purchase['requestBody']['content']['application/json'];
    type Answer = Purchase['responses'][200]['content']['application/json'];
    export const body: Body = {
      purchaseId: 'p', merchantLocalDate: '2026-03-14T10:22:31Z', _metadata: {}, ${member},
    };
    export const scoreOf = ({ resultDetails }: Answer): number => resultDetails.RiskScore;
    export const ruleOf = ({ resultDetails }: Answer): string => resultDetails.PolicyApplied + resultDetails.ClauseName;
  `;

  it('sends a purchase and reads score and rule as values, never null', () => {
    expect(problemsOf(SEND('totalAmount: 65.1'))).toEqual([]);
  });

  it('is refused a wrong member by its compiler', () => {
    expect(problemsOf(SEND('totalAmount: {}'))).toEqual([expect.stringContaining('number')]);
  });
});

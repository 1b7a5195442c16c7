import { join } from 'node:path';
import { RuleTester } from 'oxlint/plugins-dev';
import { describe, it } from 'vitest';
import { noColourLiteral } from './rules/colours.js';
import { noDefaultExport, noEnum } from './rules/exports.js';
import { wireForms } from './rules/forms.js';
import { importTable, noDeepImports, noFeatureImports, roomDirections } from './rules/imports.js';
import { noUntranslatedText } from './rules/untranslated-text.js';
import { ROOT } from './workspaces.js';

RuleTester.describe = describe;
RuleTester.it = it;

const tester = new RuleTester({ languageOptions: { parserOptions: { lang: 'tsx' } } });
const file = (path: string): string => join(ROOT, path);
const once = [{ message: /./ }];

tester.run('import-table', importTable, {
  valid: [
    { code: `import { fail } from '@redoubt/domain';`, filename: file('packages/storage/src/a.ts') },
    { code: `import { a } from '@redoubt/testing/database';`, filename: file('packages/storage/src/a.db.test.ts') },
    { code: `import type { Me } from '@redoubt/contracts';`, filename: file('packages/services/src/a.ts') },
    { code: `import { type Me } from '@redoubt/contracts';`, filename: file('packages/services/src/a.ts') },
    { code: `import { openDatabase } from '@redoubt/storage';`, filename: file('apps/server/src/boot/a.ts') },
    { code: `import type { Database } from '@redoubt/storage';`, filename: file('apps/server/src/http/a.ts') },
    { code: `import { z } from 'zod';`, filename: file('packages/kernel/src/a.ts') },
  ],
  invalid: [
    { code: `import { fail } from '@redoubt/domain';`, filename: file('packages/kernel/src/a.ts'), errors: once },
    { code: `export * from '@redoubt/storage';`, filename: file('packages/domain/src/a.ts'), errors: once },
    {
      code: `import { a } from '@redoubt/testing/database';`,
      filename: file('packages/storage/src/a.ts'),
      errors: once,
    },
    { code: `import { me } from '@redoubt/contracts';`, filename: file('packages/services/src/a.ts'), errors: once },
    {
      code: `import { openDatabase } from '@redoubt/storage';`,
      filename: file('apps/server/src/http/a.ts'),
      errors: once,
    },
    { code: `const a = await import('@redoubt/storage');`, filename: file('apps/console/src/a.ts'), errors: once },
    { code: `type A = import('@redoubt/services').A;`, filename: file('apps/console/src/a.ts'), errors: once },
    { code: `import { a } from '@redoubt/nowhere';`, filename: file('apps/console/src/a.ts'), errors: once },
  ],
});

tester.run('no-feature-imports', noFeatureImports, {
  valid: [
    { code: `import { a } from './a.ts';`, filename: file('apps/console/src/features/rules/list/b.ts') },
    { code: `import { a } from '../../shared/a.ts';`, filename: file('apps/console/src/features/rules/b.ts') },
    {
      code: `import { a } from '../features/rules/rules.feature.ts';`,
      filename: file('apps/console/src/routes/features.ts'),
    },
    { code: `import { a } from '../features/help/a.ts';`, filename: file('apps/server/src/boot/b.ts') },
  ],
  invalid: [
    {
      code: `import type { A } from '../lists/a.ts';`,
      filename: file('apps/console/src/features/rules/b.ts'),
      errors: once,
    },
    {
      code: `const a = await import('../../lists/a.ts');`,
      filename: file('apps/console/src/features/rules/list/b.ts'),
      errors: once,
    },
    {
      code: `import styles from '../../features/rules/list.module.css';`,
      filename: file('apps/console/src/shared/rules/b.ts'),
      errors: once,
    },
    {
      code: `import { a } from '../features/rules/a.ts';`,
      filename: file('apps/console/src/routes/a.ts'),
      errors: once,
    },
  ],
});

tester.run('room-directions', roomDirections, {
  valid: [
    { code: `import { a } from '../plans/a.ts';`, filename: file('packages/services/src/rules/b.ts') },
    { code: `import { a } from './a.ts';`, filename: file('packages/services/src/plans/b.ts') },
    { code: `import type { A } from '../context.ts';`, filename: file('packages/services/src/plans/b.ts') },
    { code: `import { a } from '../rules/a.ts';`, filename: file('packages/services/src/plans/b.db.test.ts') },
    { code: `export { a } from './rules/a.ts';`, filename: file('packages/services/src/index.ts') },
    { code: `import { a } from '../lists/a.ts';`, filename: file('packages/storage/src/migrations/b.ts') },
  ],
  invalid: [
    {
      code: `import { a } from '../rules/a.ts';`,
      filename: file('packages/services/src/plans/b.ts'),
      errors: once,
    },
    {
      code: `import type { A } from '../../inventory/a.ts';`,
      filename: file('packages/services/src/call-runtime/http/b.ts'),
      errors: once,
    },
    {
      code: `import type { A } from './plans/a.ts';`,
      filename: file('packages/services/src/context.ts'),
      errors: once,
    },
    {
      code: `import type { A } from '../lists/a.ts';`,
      filename: file('packages/storage/src/schema/b.ts'),
      errors: once,
    },
  ],
});

tester.run('no-deep-imports', noDeepImports, {
  valid: [
    { code: `import { fail } from '@redoubt/domain';`, filename: file('packages/storage/src/a.ts') },
    { code: `import { a } from '@redoubt/testing/database';`, filename: file('packages/storage/src/a.test.ts') },
    { code: `import { a } from '../b/a.ts';`, filename: file('packages/storage/src/a/a.ts') },
  ],
  invalid: [
    {
      code: `import { fail } from '@redoubt/domain/src/errors/error-codes.ts';`,
      filename: file('packages/storage/src/a.ts'),
      errors: once,
    },
    {
      code: `import { a } from '../../domain/src/index.ts';`,
      filename: file('packages/storage/src/a.ts'),
      errors: once,
    },
  ],
});

tester.run('no-default-export', noDefaultExport, {
  valid: [{ code: `export const a = 1;`, filename: file('packages/kernel/src/a.ts') }],
  invalid: [
    { code: `export default 1;`, filename: file('packages/kernel/src/a.ts'), errors: once },
    { code: `const a = 1; export { a as default };`, filename: file('packages/kernel/src/a.ts'), errors: once },
  ],
});

tester.run('no-enum', noEnum, {
  valid: [{ code: `export const A = { b: 'b' } as const;`, filename: file('packages/kernel/src/a.ts') }],
  invalid: [{ code: `enum A { B }`, filename: file('packages/kernel/src/a.ts'), errors: once }],
});

const screen = file('apps/console/src/A.tsx');
tester.run('no-untranslated-text', noUntranslatedText, {
  valid: [
    { code: `const a = <p>{t('a.b')}</p>;`, filename: screen },
    { code: `const a = <p> · {count} × 3 %</p>;`, filename: screen },
    { code: `const a = <input aria-label={t('a.b')} name="query" className="wide" />;`, filename: screen },
    { code: `const a = <b>Redoubt</b>;`, filename: screen },
    { code: `const a = <p>{open ? t('a') : null}</p>;`, filename: screen },
  ],
  invalid: [
    { code: `const a = <p>Hello</p>;`, filename: screen, errors: once },
    { code: `const a = <p>{'Hello'}</p>;`, filename: screen, errors: once },
    { code: `const a = <p>{open ? 'Close' : 'Open'}</p>;`, filename: screen, errors: [...once, ...once] },
    { code: `const a = <input placeholder="Search" />;`, filename: screen, errors: once },
    { code: 'const a = <input aria-label={`Row ${n} of`} />;', filename: screen, errors: once },
    { code: `const a = <p>Größe</p>;`, filename: screen, errors: once },
  ],
});

tester.run('wire-forms', wireForms, {
  valid: [
    { code: `const a = <form className="row" {...form.formProps} />;`, filename: screen },
    { code: `const a = <Form onSubmit={send} />;`, filename: screen },
  ],
  invalid: [
    { code: `const a = <form onSubmit={send} />;`, filename: screen, errors: once },
    { code: `const a = <form {...props} />;`, filename: screen, errors: once },
  ],
});

tester.run('no-colour-literal', noColourLiteral, {
  valid: [
    { code: `const a = tokens.colorBrandBackground;`, filename: screen },
    { code: `const a = '#section-2';`, filename: screen },
  ],
  invalid: [
    { code: `const a = '#ff0000';`, filename: screen, errors: once },
    { code: 'const a = `1px solid rgba(0, 0, 0, 0.4)`;', filename: screen, errors: once },
  ],
});

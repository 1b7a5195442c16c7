import { Field, type FieldProps } from '@fluentui/react-components';

type WireFieldProps<Path extends string> = Omit<FieldProps, 'validationMessage'> & {
  readonly form: { readonly problemAt: (path: Path) => string | undefined };
  readonly name: NoInfer<Path>;
};

/** A field of a form over the wire: what is wrong with its value stands beside it. */
export const WireField = <Path extends string>({ form, name, ...field }: WireFieldProps<Path>) => {
  const problem = form.problemAt(name);
  return <Field size="small" {...field} {...(problem === undefined ? {} : { validationMessage: problem })} />;
};

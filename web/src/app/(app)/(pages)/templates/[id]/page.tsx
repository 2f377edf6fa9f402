import { TemplateRoute } from "./template-route.tsx";

export default async function Page(props: { readonly params: Promise<{ id: string }> }) {
  const { id } = await props.params;
  return <TemplateRoute templateId={id} />;
}

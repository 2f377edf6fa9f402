import { Button } from "../../ui/button.tsx";
export default function StartPage() {
  return <Button kind="primary">Cutroom</Button>;
}

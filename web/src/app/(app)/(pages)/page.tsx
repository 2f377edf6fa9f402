import { SignedIn } from "../../../account/signed-in.tsx";
import { StartPage } from "../../../start/start-page.tsx";

export default function Page() {
  return (
    <SignedIn>
      <StartPage />
    </SignedIn>
  );
}

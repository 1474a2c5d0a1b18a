export const PageTitle = ({ children }: { children: string }) => <title>{`${children} - Asakai`}</title>

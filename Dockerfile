# Builds and runs the release of this source (docs/operators/en.md, Install with Docker).
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN node tools/launch.mjs release \
  && mkdir /asakai /empty \
  && tar -xzf release/asakai-*-linux-*.tar.gz -C /asakai --strip-components=1

FROM debian:12.11-slim
# PostgreSQL needs an account with a name.
RUN useradd --no-log-init --uid 10001 --home-dir /var/lib/asakai --shell /usr/sbin/nologin asakai
COPY --from=build /asakai /opt/asakai
# A new volume gets the owner of the folder that it covers.
COPY --from=build --chown=asakai:asakai /empty /var/lib/asakai
COPY --from=build --chown=asakai:asakai /empty /backups
ENV PATH=/opt/asakai/bin:/usr/bin:/bin HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/asakai
USER asakai
WORKDIR /var/lib/asakai
VOLUME ["/var/lib/asakai"]
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/opt/asakai/cli/asakai.mjs"]

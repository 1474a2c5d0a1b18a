# Builds and runs the release of this source (docs/operators/en.md, Install with Docker).
# The first two stages run on the machine that builds, and the last one runs no command. So building an image for
# another processor needs no emulator.
FROM --platform=$BUILDPLATFORM node:24.21.0-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
ARG TARGETARCH
RUN machine=$([ "$TARGETARCH" = arm64 ] && echo arm64 || echo x64) \
  && node tools/launch.mjs release "--machine=$machine" \
  && mkdir /asakai \
  && tar -xzf "release/asakai-$(node -p "require('./package.json').version")-linux-$machine.tar.gz" -C /asakai --strip-components=1

FROM --platform=$BUILDPLATFORM debian:12.11-slim AS system
ARG TARGETARCH
WORKDIR /tmp
# Fetches the library that gives a numeric user, as in `docker run --user 1234:0`, a name. PostgreSQL needs a name to
# create its database.
RUN dpkg --add-architecture "$TARGETARCH" \
  && apt-get update \
  && apt-get download "libnss-wrapper:$TARGETARCH" \
  && dpkg -x libnss-wrapper_*.deb /tmp/wrapper \
  && mv /tmp/wrapper/usr/lib/*/libnss_wrapper.so /libnss_wrapper.so
# Group 0 may write, because platforms that choose a number for the user keep this group.
RUN useradd --no-log-init --uid 10001 --gid 0 --home-dir /var/lib/asakai --shell /usr/sbin/nologin asakai \
  && install -d -m 770 /folders/lib/asakai /folders/root/backups

FROM debian:12.11-slim
LABEL org.opencontainers.image.title="Asakai" \
  org.opencontainers.image.description="Daily stand-up reports for teams that host them themselves" \
  org.opencontainers.image.licenses="MIT"
COPY --from=system /etc/passwd /etc/passwd
COPY --from=system /libnss_wrapper.so /usr/lib/libnss_wrapper.so
# A new volume gets the owner and the rights of the folder that it covers. Copies the parent: the rights of a copied folder
# itself would be lost.
COPY --from=system --chown=10001:0 /folders/lib /var/lib
COPY --from=system --chown=10001:0 /folders/root /
COPY --from=build /asakai /opt/asakai
ENV PATH=/opt/asakai/bin:/usr/bin:/bin HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/asakai BACKUP_DIR=/backups
USER 10001:0
WORKDIR /var/lib/asakai
VOLUME ["/var/lib/asakai", "/backups"]
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/opt/asakai/cli/asakai.mjs"]
